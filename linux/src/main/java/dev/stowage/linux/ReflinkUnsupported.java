package dev.stowage.linux;

/// The two places cannot share blocks: not this file system, not across file systems, or not these files. Copying
/// works.
public final class ReflinkUnsupported extends LinuxException {
    private static final long serialVersionUID = 1L;

    ReflinkUnsupported(String subject, int number) {
        super("clone", subject, number, "These files cannot share blocks; copy the data instead.");
    }
}
