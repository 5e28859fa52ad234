//! A page in one file: the style that all pages of the program share, a body, data that cannot break out of it, and a
//! script.

use std::io::{self, Write};

/// The look of all pages.
pub const STYLE: &str = include_str!("../../page/dist/page.css");

/// No page of ours asks the network for anything but, where it is served, the one that serves it.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; connect-src 'self'";

/// Four bars and their joints.
const ICON: &str = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Cpath d='M5 26 11 9 26 6 27 26' fill='none' stroke='%232f6fb0' stroke-width='4' stroke-linejoin='round' stroke-linecap='round'/%3E%3C/svg%3E";

/// A whole document around its data. `body` and `script` are taken as they are, `title` is made safe.
#[derive(Clone, Debug)]
pub struct Document<'a> {
    /// Title of the window.
    pub title: String,
    /// Elements before the data.
    pub body: &'a str,
    /// The script.
    pub script: &'a str,
}

impl Document<'_> {
    /// Writes the text. `data` writes what the script reads, a text in JSON, which is made safe on its way.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, out: &mut dyn Write, data: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let title = escape(&self.title);
        let head = [
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n",
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n",
            "<meta http-equiv=\"Content-Security-Policy\" content=\"",
            POLICY,
            "\">\n<link rel=\"icon\" href=\"",
            ICON,
            "\">\n<title>",
            &title,
            "</title>\n<style>\n",
            STYLE,
            "</style>\n</head>\n<body>\n",
            self.body,
            "<script type=\"application/json\" id=\"linkwork-data\">",
        ];
        head.iter().try_for_each(|part| out.write_all(part.as_bytes()))?;
        data(&mut InScript(out))?;
        let tail = ["</script>\n<script>\n", self.script, "</script>\n</body>\n</html>\n"];
        tail.iter().try_for_each(|part| out.write_all(part.as_bytes()))
    }
}

/// In JSON a `<` stands only inside strings, where it may be written as `\u003c`; so no tag can end the element.
struct InScript<'a>(&'a mut dyn Write);

impl Write for InScript<'_> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        // A search for one byte looks at many at a time; there is hardly ever one.
        if !text.contains(&b'<') {
            return self.0.write(text);
        }
        for (k, part) in text.split(|byte| *byte == b'<').enumerate() {
            self.0.write_all(if k > 0 { b"\\u003c" } else { b"" })?;
            self.0.write_all(part)?;
        }
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
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
        let document = Document { title: "a <b> & \"c\"".into(), body: "<main></main>", script: "run()" };
        let mut written = Vec::new();
        document.write(&mut written, |out| out.write_all(data.as_bytes())).unwrap();
        let text = String::from_utf8(written).unwrap();
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
