package dev.stowage.cel;

/// An expression is invalid; with the position of the error.
public final class InvalidExpressionException extends Exception {
    private static final long serialVersionUID = 1;

    /// @param at the position in the text
    InvalidExpressionException(String problem, String text, int at) {
        super("compilation failed: " + shown(problem, text, at));
    }

    private InvalidExpressionException(String problem) {
        super(problem);
    }

    /// It can be evaluated, but has the wrong type.
    static InvalidExpressionException ofType(CelType wanted) {
        return new InvalidExpressionException(
                wanted.kind() == CelType.Kind.BOOLEAN
                        ? "cel expression must evaluate to a bool"
                        : "messageExpression must evaluate to a string");
    }

    private static String shown(String problem, String text, int at) {
        int end = Math.min(at, text.length());
        int line = 1;
        int start = 0;
        for (int i = 0; i < end; i++) {
            if (text.charAt(i) == '\n') {
                line++;
                start = i + 1;
            }
        }
        int stop = text.indexOf('\n', start);
        String source = text.substring(start, stop < 0 ? text.length() : stop);
        int column = end - start;
        return "ERROR: <input>:%d:%d: %s\n | %s\n | %s^"
                .formatted(line, column + 1, problem, source, ".".repeat(column));
    }
}
