//! Where a value stands in a model file, such as `joints[2].axis`: a chain that becomes text only in messages, since
//! files have many more values than faults.

use std::fmt;

/// The path of a value, from the value up to the model.
#[derive(Clone, Copy)]
pub(super) enum Path<'p> {
    /// The model itself.
    Model,
    /// The value of a key in a table.
    Key(&'p Path<'p>, &'p str),
    /// An element of a list.
    Element(&'p Path<'p>, usize),
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Path::Model => Ok(()),
            Path::Key(Path::Model, key) => f.write_str(key),
            Path::Key(table, key) => write!(f, "{table}.{key}"),
            Path::Element(list, index) => write!(f, "{list}[{index}]"),
        }
    }
}

impl Path<'_> {
    /// Its last part, such as `axis`.
    pub(super) fn last(&self) -> String {
        self.to_string().rsplit('.').next().unwrap_or_default().to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_written_as_in_messages() {
        let joints = Path::Key(&Path::Model, "joints");
        let joint = Path::Element(&joints, 2);
        let (first, points) = (Path::Key(&joint, "first"), Path::Key(&joint, "points"));
        assert_eq!(Path::Model.to_string(), "");
        assert_eq!(first.to_string(), "joints[2].first");
        assert_eq!((first.last(), Path::Element(&points, 0).last()), ("first".into(), "points[0]".into()));
    }
}
