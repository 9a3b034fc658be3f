package dev.stowage.linux;

/// The flags of open(2). Four of them differ between aarch64 and x86-64.
public final class OpenFlags {
    private static final boolean ARM = "aarch64".equals(System.getProperty("os.arch"));

    public static final int READ_ONLY = 0;
    public static final int READ_WRITE = 2;
    public static final int CREATE = 0x40;
    public static final int EXCLUSIVE = 0x80;
    /// A pipe in place of an expected file must not block open; regular files and disks ignore the flag.
    public static final int NONBLOCK = 0x800;
    public static final int CLOEXEC = 0x80000;
    public static final int PATH = 0x200000;
    public static final int DIRECTORY = ARM ? 0x4000 : 0x10000;
    /// Reads and writes go past the page cache.
    public static final int DIRECT = ARM ? 0x10000 : 0x4000;
    public static final int NOFOLLOW = ARM ? 0x8000 : 0x20000;

    private OpenFlags() {}
}
