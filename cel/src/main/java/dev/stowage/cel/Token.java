package dev.stowage.cel;

/// A token of an expression.
///
/// @param value of a literal; otherwise its text
record Token(Kind kind, String text, Object value, int at) {
    enum Kind {
        NAME,
        LITERAL,
        SIGN,
        END
    }

    boolean is(String sign) {
        return kind == Kind.SIGN && text.equals(sign);
    }
}
