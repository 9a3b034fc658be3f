package dev.stowage.linux.exec;

import java.io.IOException;
import java.time.Duration;

/// A program did not end in time. It and its children were killed; its effects so far remain.
public final class CommandTimeoutException extends IOException {
    private static final long serialVersionUID = 1L;

    CommandTimeoutException(String tool, Duration deadline, boolean dead) {
        super(tool + " did not finish within " + deadline.toMillis() + " ms and was killed"
                + (dead ? "" : ", but is still in the kernel: its device or file system hangs"));
    }
}
