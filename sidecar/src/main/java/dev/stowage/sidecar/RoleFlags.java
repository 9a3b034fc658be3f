package dev.stowage.sidecar;

import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Declares the flags of one role. Alone, a role has exactly the flags of the program it replaces. In a
/// process with several roles, each flag has a second name with the role as prefix, because the defaults
/// differ: `--timeout` then sets all roles, `--provisioner-timeout` only one, and takes precedence.
public final class RoleFlags {
    private final FlagSet flags;
    private final String prefix;
    private final Map<String, Flag<?>> shared;

    private RoleFlags(FlagSet flags, String prefix, Map<String, Flag<?>> shared) {
        this.flags = flags;
        this.prefix = prefix;
        this.shared = shared;
    }

    public static RoleFlags alone(FlagSet flags) {
        return new RoleFlags(flags, "", new HashMap<>());
    }

    /// The same flags for another role in the same process.
    public RoleFlags of(String role) {
        return new RoleFlags(flags, role + "-", shared);
    }

    public RoleFlag<String> text(String name, String fallback, String help) {
        return add(name, fallback, help, flags::text);
    }

    public RoleFlag<Boolean> bool(String name, boolean fallback, String help) {
        return add(name, fallback, help, flags::bool);
    }

    public RoleFlag<Integer> integer(String name, int fallback, String help) {
        return add(name, fallback, help, flags::integer);
    }

    public RoleFlag<Duration> duration(String name, Duration fallback, String help) {
        return add(name, fallback, help, flags::duration);
    }

    @FunctionalInterface
    private interface Declaration<T> {
        Flag<T> declare(String name, T fallback, String help);
    }

    @SuppressWarnings(
            "unchecked") // a name means the same kind of value in every role; a clash fails at the first start
    private <T> RoleFlag<T> add(String name, T fallback, String help, Declaration<T> declaration) {
        List<Flag<T>> names = new ArrayList<>();
        if (!prefix.isEmpty()) {
            names.add(declaration.declare(prefix + name, fallback, help));
        }
        names.add((Flag<T>) shared.computeIfAbsent(name, _ -> declaration.declare(name, fallback, help)));
        return new RoleFlag<>(names, fallback);
    }
}
