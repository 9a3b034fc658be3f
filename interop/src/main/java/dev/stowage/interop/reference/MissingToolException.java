package dev.stowage.interop.reference;

/// A judge cannot be had on this machine. The message says which, and how to get it.
public final class MissingToolException extends Exception {

    private static final long serialVersionUID = 1;

    public MissingToolException(String message) {
        super(message);
    }
}
