package dev.stowage.apiserver.storage;

/// The watcher is too slow for the changes.
public final class SlowWatcherException extends Exception {
    private static final long serialVersionUID = 1;

    public SlowWatcherException(String message) {
        super(message);
    }
}
