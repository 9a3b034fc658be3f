package dev.stowage.linux.mount;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A mount option list, split as mount(2) expects it: bits for the kernel, the rest as text for the file system.
public record MountOptions(Set<MountFlag> flags, String data) {
    /// They undo an earlier option of the same list, or state the default.
    private static final Set<String> DEFAULTS =
            Set.of("defaults", "rw", "suid", "dev", "exec", "async", "atime", "diratime", "symfollow", "loud");

    public MountOptions {
        flags = Set.copyOf(flags);
    }

    /// Accepts `["noatime,ro", "discard"]` as well as one option per element; a later option overrides an earlier
    /// one.
    public static MountOptions parse(Collection<String> options) {
        Set<MountFlag> flags = EnumSet.noneOf(MountFlag.class);
        List<String> data = new ArrayList<>();
        for (String option : options.stream()
                .flatMap(o -> List.of(o.split(",", -1)).stream())
                .toList()) {
            Optional<MountFlag> flag = MountFlag.of(option);
            if (flag.isPresent()) {
                flags.add(flag.get());
            } else if (DEFAULTS.contains(option)) {
                flags.removeIf(earlier -> isUndoneBy(earlier, option));
            } else if (!option.isEmpty()) {
                data.add(option);
            }
        }
        return new MountOptions(flags, String.join(",", data));
    }

    private static boolean isUndoneBy(MountFlag flag, String option) {
        return switch (flag) {
            case READ_ONLY -> option.equals("rw");
            case SYNCHRONOUS -> option.equals("async");
            case SILENT -> option.equals("loud");
            case NO_SUID, NO_DEVICES, NO_EXEC, NO_ACCESS_TIME, NO_DIRECTORY_ACCESS_TIME, NO_SYMBOLIC_LINKS ->
                flag.option().equals("no" + option);
            case REMOUNT, DIRECTORY_SYNC, RELATIVE_ACCESS_TIME, STRICT_ACCESS_TIME, LAZY_TIMES -> false;
        };
    }
}
