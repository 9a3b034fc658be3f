package dev.stowage.linux.exec;

import java.io.IOException;

/// A program ended with a status other than zero.
public final class CommandFailedException extends IOException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String tail;

    CommandFailedException(String tool, int status, String tail) {
        super(tool + " failed with status " + status + (tail.isEmpty() ? " without output" : ": " + tail));
        this.status = status;
        this.tail = tail;
    }

    public int status() {
        return status;
    }

    /// The end of its error output, on one line.
    public String tail() {
        return tail;
    }
}
