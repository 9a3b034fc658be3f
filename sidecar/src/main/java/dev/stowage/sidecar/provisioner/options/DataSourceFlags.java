package dev.stowage.sidecar.provisioner.options;

import dev.stowage.flags.ParsedFlags;
import dev.stowage.sidecar.RoleFlag;
import dev.stowage.sidecar.RoleFlags;
import dev.stowage.sidecar.provisioner.options.ProvisionerOptions.DataSourceOptions;
import java.time.Duration;

/// The flags for data sources.
final class DataSourceFlags {
    private final RoleFlag<Integer> cloneThreads;
    private final RoleFlag<Duration> sweep;
    private final RoleFlag<Boolean> preventModeConversion;

    DataSourceFlags(RoleFlags flags) {
        cloneThreads = flags.integer(
                "cloning-protection-threads", 1, "Number of cloned claims whose protection is removed concurrently.");
        sweep = flags.duration(
                "snapshot-orphan-sweep-interval",
                Duration.ofMinutes(5),
                "How often to remove leftover protection finalizers from snapshots; 0 for never.");
        preventModeConversion = flags.bool(
                "prevent-volume-mode-conversion",
                true,
                "Reject restoring a snapshot with a different volume mode unless the snapshot allows it.");
    }

    DataSourceOptions read(ParsedFlags line) {
        return new DataSourceOptions(cloneThreads.in(line), sweep.in(line), preventModeConversion.in(line));
    }
}
