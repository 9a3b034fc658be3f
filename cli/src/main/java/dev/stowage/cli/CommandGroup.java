package dev.stowage.cli;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/// The groups of `stowage --help` and of the reference, in the order in which they are shown.
public enum CommandGroup {
    GETTING_STARTED("Getting started", "demo", "up", "status", "kubectl", "explain", "down"),
    CLUSTER("Run a cluster", "apiserver", "image", "uninstall-check"),
    MOVES("Move volumes", "move", "drain", "promote"),
    DIAGNOSE("Diagnose", "doctor", "top", "collect"),
    DRIVERS("Drivers", "driver", "mounter", "csi", "hello-driver"),
    ROLES("Roles", "sidecar", "control", "node"),
    UPSTREAM(
            "Upstream names (drop-in replacements with the same flags)",
            "csi-provisioner",
            "csi-attacher",
            "csi-resizer",
            "csi-snapshotter",
            "snapshot-controller",
            "csi-external-health-monitor-controller",
            "csi-node-driver-registrar",
            "livenessprobe"),
    DEVELOPMENT("Development", "build", "test", "fuzz", "interop", "bench", "sim", "reference", "completion");

    private final String title;

    @SuppressWarnings("ImmutableEnumChecker") // List.of cannot change
    private final List<String> names;

    CommandGroup(String title, String... names) {
        this.title = title;
        this.names = List.of(names);
    }

    public String title() {
        return title;
    }

    /// The group of a command; commands that no group names are at the end of the last one.
    private static CommandGroup of(String name) {
        return Stream.of(values())
                .filter(group -> group.names.contains(name))
                .findFirst()
                .orElse(DEVELOPMENT);
    }

    /// The commands by group, in the order of the groups' names; groups without commands are left out.
    public static <T> Map<CommandGroup, List<T>> grouped(List<T> commands, Function<T, String> name) {
        Map<CommandGroup, List<T>> groups = new EnumMap<>(CommandGroup.class);
        for (CommandGroup group : values()) {
            List<T> members = commands.stream()
                    .filter(command -> of(name.apply(command)) == group)
                    .sorted(Comparator.comparingInt((T command) -> group.position(name.apply(command)))
                            .thenComparing(name))
                    .toList();
            if (!members.isEmpty()) {
                groups.put(group, members);
            }
        }
        return groups;
    }

    private int position(String name) {
        int at = names.indexOf(name);
        return at < 0 ? names.size() : at;
    }
}
