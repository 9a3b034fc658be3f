package dev.stowage.cel.regex;

/// A text is not a valid regular expression.
public final class InvalidRegexException extends Exception {
    private static final long serialVersionUID = 1;

    InvalidRegexException(String problem, String part) {
        super("error parsing regexp: %s: `%s`".formatted(problem, part));
    }
}
