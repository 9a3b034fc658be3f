package dev.stowage.cel;

/// An expression cannot be evaluated, for example because a field is missing.
public final class EvaluationException extends Exception {
    private static final long serialVersionUID = 1;

    EvaluationException(String message) {
        super(message);
    }
}
