//! A page in one file: the style that all pages of the program share, a body, data that cannot break out of it, and a script.

/// The look of all pages.
pub const STYLE: &str = include_str!("../../page/dist/page.css");

/// No page of ours asks the network for anything but, where it is served, the one that serves it.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; connect-src 'self'";

/// Four bars and their joints.
const ICON: &str = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Cpath d='M5 26 11 9 26 6 27 26' fill='none' stroke='%232f6fb0' stroke-width='4' stroke-linejoin='round' stroke-linecap='round'/%3E%3C/svg%3E";

/// A whole document. `body` and `script` are taken as they are, `title` and `data` (a text in JSON) are made safe.
pub fn document(title: &str, body: &str, data: &str, script: &str) -> String {
    let mut text = String::with_capacity(STYLE.len() + body.len() + data.len() + script.len() + 2000);
    let head = [
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n",
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n",
        "<meta http-equiv=\"Content-Security-Policy\" content=\"",
        POLICY,
        "\">\n<link rel=\"icon\" href=\"",
        ICON,
        "\">\n<title>",
    ];
    text.extend(head);
    text.push_str(&escape(title));
    text.extend(["</title>\n<style>\n", STYLE, "</style>\n</head>\n<body>\n", body]);
    text.push_str("<script type=\"application/json\" id=\"linkwork-data\">");
    // In JSON a `<` stands only inside strings, where it may be written like this; so no tag can end the element.
    text.extend(data.split('<').enumerate().flat_map(|(k, part)| [if k > 0 { "\\u003c" } else { "" }, part]));
    text.extend(["</script>\n<script>\n", script, "</script>\n</body>\n</html>\n"]);
    text
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
        let text = document("a <b> & \"c\"", "<main></main>", &data, "run()");
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
