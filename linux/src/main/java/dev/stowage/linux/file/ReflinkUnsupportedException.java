package dev.stowage.linux.file;

import dev.stowage.linux.LinuxException;

/// The two places cannot share blocks: not this file system, not across file systems, or not these files. Copying
/// works.
public final class ReflinkUnsupportedException extends LinuxException {
    private static final long serialVersionUID = 1L;

    ReflinkUnsupportedException(String subject, int number) {
        super("clone", subject, number, "Reflink is not supported for these files; copy the data instead.");
    }
}
