package dev.stowage.cel;

/// An expression has no value, such as that of a field that is not there.
public final class EvaluationException extends Exception {
    private static final long serialVersionUID = 1;

    EvaluationException(String message) {
        super(message);
    }
}
