package dev.stowage.apiserver.storage;

/// The reader did not keep up with the changes.
public final class SlowWatcherException extends Exception {
    private static final long serialVersionUID = 1;

    public SlowWatcherException(String message) {
        super(message);
    }
}
