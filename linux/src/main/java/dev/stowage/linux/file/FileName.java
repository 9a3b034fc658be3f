package dev.stowage.linux.file;

/// Validates file names that callers pass in.
public final class FileName {
    private FileName() {}

    /// Rejects anything but a single path component, so that a name cannot leave its directory.
    public static String single(String name) {
        boolean plain = !name.isEmpty()
                && !name.equals(".")
                && !name.equals("..")
                && name.indexOf('/') < 0
                && name.indexOf('\0') < 0;
        if (!plain) {
            throw new IllegalArgumentException("\"" + name.replace('\0', '?') + "\" is not a valid file name.");
        }
        return name;
    }
}
