package dev.stowage.interop.reference;

/// A tool is missing on this machine. The message says which, and how to get it.
public final class MissingToolException extends Exception {

    private static final long serialVersionUID = 1;

    public MissingToolException(String message) {
        super(message);
    }
}
