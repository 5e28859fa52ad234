//! Precedence, functions, names and faults.

use crate::model::Expression;

fn value(text: &str) -> f64 {
    Expression::parse(text).unwrap_or_else(|e| panic!("{text}: {e}")).value(2.0)
}

#[test]
fn precedence_is_that_of_mathematics() {
    let cases = [
        ("-2^2", -4.0),
        ("2^3^2", 512.0),
        ("2^-1", 0.5),
        ("1 - 2 - 3", -4.0),
        ("8/4/2", 1.0),
        ("2*-3", -6.0),
        ("--t", 2.0),
        ("1+2*3^2", 19.0),
        ("(1+2)*3", 9.0),
        ("1.5e1 + .5 + 5.", 20.5),
        (" t*t\t/ 4 ", 1.0),
    ];
    for (text, expected) in cases {
        assert_eq!(value(text), expected, "{text}");
    }
}

#[test]
fn every_function_is_known_under_its_word() {
    let cases = [
        ("sin(pi/2)", 1.0),
        ("min(3, t)", 2.0),
        ("max(3, t)", 3.0),
        ("mod(-1, 3)", 2.0),
        ("floor(-0.5)", -1.0),
        ("sign(-3)", -1.0),
        ("sign(0)", 0.0),
        ("pow(t, 3)", 8.0),
        ("log10(1000)", 3.0),
        ("atan2(0, -1)", std::f64::consts::PI),
        ("step(t, 0, 1, 1, 5)", 5.0),
        ("step(t, 3, 1, 4, 5)", 1.0),
        ("step(t, 1, 0, 3, 8)", 4.0),
        ("step(t, 2, 1, 2, 5)", 5.0),
        ("log(exp(3))", 3.0),
        ("ln(exp(3))", 3.0),
    ];
    for (text, expected) in cases {
        assert!((value(text) - expected).abs() < 1e-15 * expected.abs().max(1.0), "{text}: {}", value(text));
    }
}

#[test]
fn faults_name_the_column_and_a_remedy() {
    let cases = [
        ("", 1, "empty"),
        ("sin t", 5, "write `sin(…)`"),
        ("sinn(t)", 1, "did you mean `sin`"),
        ("2 t", 3, "write `*`"),
        ("2**t", 3, "`^`"),
        ("1 + ", 5, "ends too early"),
        ("(1 + t", 7, "`)` is missing"),
        ("1 + t)", 6, "closes nothing"),
        ("time", 1, "did you mean `t`"),
        ("step(t, 0, 1)", 1, "5 operands"),
        ("sin()", 1, "1 operand, found 0"),
        ("1e999", 1, "too large"),
        ("1,5", 2, "decimal point"),
        ("pi(2)", 3, "not a function"),
        ("2exp(t)", 2, "write `*`"),
        ("é + 1", 1, "unknown word"),
        (".", 1, "not a number"),
        ("t # 3", 3, "not understood"),
    ];
    for (text, column, message) in cases {
        let error = Expression::parse(text).expect_err(text);
        assert!(error.column == column && error.message.contains(message), "{text}: {error}");
    }
}

#[test]
fn deep_nesting_is_refused_and_never_overflows() {
    for (open, close) in [("(", ")"), ("-", ""), ("sin(", ")"), ("2^", ""), ("1+(", ")")] {
        let text = format!("{}t{}", open.repeat(100_000), close.repeat(100_000));
        assert!(Expression::parse(&text).unwrap_err().message.contains("levels deep"), "{open}");
    }
    let wide = format!("{}t{}", "step(1,2,3,4,".repeat(60), ")".repeat(60));
    assert!(Expression::parse(&wide).unwrap_err().message.contains("intermediate values"));
    let long = vec!["t"; 10_000].join("+");
    assert_eq!(Expression::parse(&long).unwrap().value(1.0), 10_000.0);
}
