package dev.stowage.linux.mount;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// The mount options that are flag bits; all others are passed to the file system as text, see [MountOptions].
public enum MountFlag {
    READ_ONLY("ro", 1),
    NO_SUID("nosuid", 2),
    NO_DEVICES("nodev", 4),
    NO_EXEC("noexec", 8),
    SYNCHRONOUS("sync", 16),
    REMOUNT("remount", 32),
    DIRECTORY_SYNC("dirsync", 128),
    NO_SYMBOLIC_LINKS("nosymfollow", 256),
    NO_ACCESS_TIME("noatime", 1024),
    NO_DIRECTORY_ACCESS_TIME("nodiratime", 2048),
    SILENT("silent", 1 << 15),
    RELATIVE_ACCESS_TIME("relatime", 1 << 21),
    STRICT_ACCESS_TIME("strictatime", 1 << 24),
    LAZY_TIMES("lazytime", 1 << 25);

    private final String option;
    private final long bit;

    MountFlag(String option, long bit) {
        this.option = option;
        this.bit = bit;
    }

    /// As written in a mount option list.
    public String option() {
        return option;
    }

    public static Optional<MountFlag> of(String option) {
        String wanted = option.toLowerCase(Locale.ROOT);
        for (MountFlag flag : values()) {
            if (flag.option.equals(wanted)) {
                return Optional.of(flag);
            }
        }
        return Optional.empty();
    }

    static long bits(Set<MountFlag> flags) {
        return flags.stream().mapToLong(flag -> flag.bit).reduce(0, (a, b) -> a | b);
    }
}
