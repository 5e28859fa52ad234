//! Tables whose keys are read by their types alone: a line for each key, from which the table as written, its reading
//! and its schema follow.

/// The key of a field: its name, or another where that is a word of Rust.
macro_rules! key {
    ($name:ident) => {
        stringify!($name)
    };
    ($name:ident $key:literal) => {
        $key
    };
}

macro_rules! tables {
    ($($(#[$doc:meta])* $Entry:ident, $KEYS:ident, $word:literal {
        $($name:ident $(as $key:literal)?: $type:ty, $sort:expr $(=> $measure:expr)?, $about:literal;)*
    })*) => {
        $($(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq, Serialize)]
        pub struct $Entry {
            $(#[doc = $about]
            #[serde(skip_serializing_if = "Option::is_none" $(, rename = $key)?)]
            pub $name: Option<$type>,)*
            /// Where the keys stand.
            #[serde(skip)]
            pub lines: Lines,
        }

        #[doc = concat!("Of a ", $word, ".")]
        pub(crate) const $KEYS: &[Key] =
            &[$(key(key!($name $($key)?), $sort, $about)$(.measuring($measure))?),*];

        impl Entry for $Entry {
            const KEYS: &'static [Key] = $KEYS;
            const WORD: &'static str = $word;

            fn read_key(&mut self, key: &str, reader: &mut Reader, at: &At) {
                match key {
                    $(key!($name $($key)?) => self.$name = Readable::read(reader, at),)*
                    _ => unreachable!("`{key}` is not among the keys of a {}", $word),
                }
            }

            fn set_lines(&mut self, lines: Lines) {
                self.lines = lines;
            }
        })*
    };
}

pub(super) use {key, tables};
