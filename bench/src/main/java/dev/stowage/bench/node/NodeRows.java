package dev.stowage.bench.node;

import dev.stowage.flags.UsageException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/// The groups of rows of the node benchmark. The whole takes half an hour, a group minutes.
enum NodeRows {
    /// The first pods of a new cluster.
    FIRST,
    TURNS,
    CROWD,
    IDLE;

    /// @param names all when empty
    static Set<NodeRows> named(List<String> names) {
        return names.isEmpty()
                ? EnumSet.allOf(NodeRows.class)
                : names.stream()
                        .map(NodeRows::named)
                        .collect(Collectors.toCollection(() -> EnumSet.noneOf(NodeRows.class)));
    }

    private static NodeRows named(String name) {
        return Arrays.stream(values())
                .filter(rows -> rows.lower().equals(name))
                .findFirst()
                .orElseThrow(() -> new UsageException("flag --only: the benchmark node has no rows \"" + name
                        + "\"; there are "
                        + Arrays.stream(values()).map(NodeRows::lower).collect(Collectors.joining(", "))));
    }

    private String lower() {
        return name().toLowerCase(Locale.ROOT);
    }
}
