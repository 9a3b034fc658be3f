package dev.stowage.apiserver.pattern;

/// A text is no regular expression.
public final class InvalidPatternException extends Exception {
    private static final long serialVersionUID = 1;

    InvalidPatternException(String problem, String part) {
        super("error parsing regexp: %s: `%s`".formatted(problem, part));
    }
}
