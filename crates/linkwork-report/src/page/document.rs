//! A page in one file: the style that all pages of the program share, a body, data that cannot break out of it, and a script.

use std::io::{self, BufWriter, Write};

/// The look of all pages.
pub const STYLE: &str = include_str!("../../page/dist/page.css");

/// No page of ours asks the network for anything but, where it is served, the one that serves it.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; connect-src 'self'";

/// Four bars and their joints.
const ICON: &str = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Cpath d='M5 26 11 9 26 6 27 26' fill='none' stroke='%232f6fb0' stroke-width='4' stroke-linejoin='round' stroke-linecap='round'/%3E%3C/svg%3E";

/// A whole document. `body` and `script` are taken as they are, `title` and `data` (a text in JSON) are made safe.
#[derive(Clone, Debug)]
pub struct Document<'a> {
    /// Title of the window.
    pub title: String,
    /// Elements before the data.
    pub body: &'a str,
    /// Data for the script.
    pub data: &'a str,
    /// The script.
    pub script: &'a str,
}

impl Document<'_> {
    /// The text.
    pub fn to_text(&self) -> String {
        let n = STYLE.len() + self.body.len() + self.data.len() + self.script.len() + 2000;
        let mut text = String::with_capacity(n);
        self.for_each(|part| text.push_str(part));
        text
    }

    /// Writes the text; long parts of it are not copied.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, out: impl Write) -> io::Result<()> {
        let (mut out, mut written) = (BufWriter::new(out), Ok(()));
        self.for_each(|part| {
            if written.is_ok() {
                written = out.write_all(part.as_bytes());
            }
        });
        written.and_then(|()| out.flush())
    }

    fn for_each(&self, mut take: impl FnMut(&str)) {
        let head = [
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n",
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n",
            "<meta http-equiv=\"Content-Security-Policy\" content=\"",
            POLICY,
            "\">\n<link rel=\"icon\" href=\"",
            ICON,
            "\">\n<title>",
            &escape(&self.title),
            "</title>\n<style>\n",
            STYLE,
            "</style>\n</head>\n<body>\n",
            self.body,
            "<script type=\"application/json\" id=\"linkwork-data\">",
        ];
        head.into_iter().for_each(&mut take);
        // In JSON a `<` stands only inside strings, where it may be written like this; so no tag can end the element.
        for (k, part) in self.data.split('<').enumerate() {
            take(if k > 0 { "\\u003c" } else { "" });
            take(part);
        }
        ["</script>\n<script>\n", self.script, "</script>\n</body>\n</html>\n"].into_iter().for_each(take);
    }
}

/// A text that stands for itself in a page.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_break_out_of_the_page() {
        let data = serde_json::json!({ "name": "</script><script>alert(1)</script>" }).to_string();
        let document = Document { title: "a <b> & \"c\"".into(), body: "<main></main>", data: &data, script: "run()" };
        let text = document.to_text();
        let mut written = Vec::new();
        document.write(&mut written).unwrap();
        assert_eq!(text.as_bytes(), written);
        assert!(text.contains("<title>a &lt;b&gt; &amp; &quot;c&quot;</title>"));
        assert!(!text.contains("alert(1)</script>"));
        let start = text.find("linkwork-data\">").unwrap() + "linkwork-data\">".len();
        let inside = &text[start..start + text[start..].find("</script>").unwrap()];
        assert_eq!(
            serde_json::from_str::<serde_json::Value>(inside).unwrap()["name"],
            "</script><script>alert(1)</script>"
        );
    }
}
