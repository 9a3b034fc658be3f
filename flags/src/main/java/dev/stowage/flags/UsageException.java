package dev.stowage.flags;

/// The command line is wrong. The message is one sentence for the person who typed it.
public final class UsageException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public UsageException(String message) {
        super(message);
    }
}
