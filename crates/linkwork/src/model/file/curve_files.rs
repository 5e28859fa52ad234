//! Curves from CSV files beside the model: read with it, and kept as points, so that nobody needs the files any more.
//!
//! The first line names the columns. Numbers are SI, as in results; lines that are empty or begin with `#` do not
//! count.

use super::ModelFile;
use super::parts::Files;
use super::read::Reader;

/// Reads the points of all curves that name a file. Returns whether there is one.
pub(super) fn read_all(file: &mut ModelFile, reader: &mut Reader, files: &Files) -> bool {
    let mut any = false;
    for (k, curve) in file.curves.iter_mut().enumerate() {
        let Some(name) = curve.file.clone() else { continue };
        any = true;
        let spot = curve.lines.of("file");
        // A fault of the file says enough: points are not missing as well.
        curve.lines.keys.push(("points", spot));
        let key = format!("curves[{k}].file");
        if curve.points.is_some() {
            reader.fault_at(spot, &key, "a curve has `points` or a `file`, not both; leave one out".into());
            continue;
        }
        let bytes = match files.open(&name) {
            Some(Ok(bytes)) => bytes,
            Some(Err(error)) => {
                reader.fault_at(spot, &key, format!("cannot read '{name}': {error}"));
                continue;
            }
            None => {
                reader.fault_at(spot, &key, "files cannot be read here; give the curve's `points`".into());
                continue;
            }
        };
        match read_pairs(&String::from_utf8_lossy(&bytes), curve.columns.as_deref()) {
            Ok(points) => {
                curve.points = Some(points);
                (curve.file, curve.columns) = (None, None);
            }
            Err(error) => reader.fault_at(spot, &key, format!("in '{name}', {error}")),
        }
    }
    any
}

/// Pairs of the named columns, or of the only two.
fn read_pairs(text: &str, columns: Option<&[String]>) -> Result<Vec<Vec<f64>>, String> {
    let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim).zip(1..);
    let mut lines = lines.filter(|(line, _)| !line.is_empty() && !line.starts_with('#'));
    let cells = |line: &'_ str| line.split(',').map(|cell| cell.trim().trim_matches('"').to_string()).collect();
    let header: Vec<String> = lines.next().map(|(line, _)| cells(line)).ok_or("there is no line with names")?;
    let [x, y] = find_columns(&header, columns)?;
    let mut points = Vec::new();
    for (line, number) in lines {
        let row: Vec<String> = cells(line);
        let read = |column: usize| {
            let cell = row.get(column).map_or("", String::as_str);
            let value = cell.parse::<f64>().ok().filter(|value| value.is_finite());
            value.ok_or_else(|| format!("line {number}, column '{}' has {cell:?}, not a number", header[column]))
        };
        points.push(vec![read(x)?, read(y)?]);
    }
    Ok(points)
}

fn find_columns(header: &[String], wanted: Option<&[String]>) -> Result<[usize; 2], String> {
    let known = || header.iter().map(|name| format!("'{name}'")).collect::<Vec<_>>().join(", ");
    let find = |name: &String| {
        let place = header.iter().position(|known| known == name);
        place.ok_or_else(|| format!("no column is called '{name}'; there are {}", known()))
    };
    match wanted {
        Some([x, y]) => Ok([find(x)?, find(y)?]),
        Some(others) => Err(format!("`columns` names {} columns; a curve has two, x and y", others.len())),
        None if header.len() == 2 => Ok([0, 1]),
        None => Err(format!("there are {} columns; say which two by `columns`: {}", header.len(), known())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_found_by_name_and_lines_told() {
        let text = "\u{feff}# measured\nspeed, \"torque\" ,note\n\n0, 12, a\n100,11.5,b\r\n";
        let wanted = ["torque".to_string(), "speed".to_string()];
        assert_eq!(read_pairs(text, Some(&wanted)).unwrap(), [[12.0, 0.0], [11.5, 100.0]]);
        assert_eq!(read_pairs("x,y\n1,2\n", None).unwrap(), [[1.0, 2.0]]);
        let says = |text: &str, columns: Option<&[String]>, words: &str| {
            let error = read_pairs(text, columns).unwrap_err();
            assert!(error.contains(words), "{error}");
        };
        says(text, None, "say which two by `columns`: 'speed', 'torque', 'note'");
        says(text, Some(&["speed".into(), "force".into()]), "no column is called 'force'");
        says("x,y\n1,2\n3,many\n", None, "line 3, column 'y' has \"many\"");
        says("x,y\n1\n", None, "line 2, column 'y' has \"\"");
        says("", None, "no line with names");
        says("x,y\n1,2\n", Some(&["x".into()]), "a curve has two");
    }
}
