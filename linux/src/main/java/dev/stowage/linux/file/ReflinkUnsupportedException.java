package dev.stowage.linux.file;

import dev.stowage.linux.LinuxException;

/// The two files cannot share blocks: the file system does not support it, they are on different file systems, or
/// these files do not allow it. Callers can copy instead.
public final class ReflinkUnsupportedException extends LinuxException {
    private static final long serialVersionUID = 1L;

    ReflinkUnsupportedException(String subject, int number) {
        super("clone", subject, number, "Reflink is not supported for these files; copy the data instead.");
    }
}
