package dev.stowage.sidecar.provisioner.options;

import dev.stowage.flags.ParsedFlags;
import dev.stowage.sidecar.RoleFlag;
import dev.stowage.sidecar.RoleFlags;
import dev.stowage.sidecar.provisioner.options.ProvisionerOptions.DataSourceOptions;
import java.time.Duration;

/// The flags about what volumes are filled with.
final class DataSourceFlags {
    private final RoleFlag<Integer> cloneThreads;
    private final RoleFlag<Duration> sweep;
    private final RoleFlag<Boolean> preventModeConversion;

    DataSourceFlags(RoleFlags flags) {
        cloneThreads = flags.integer(
                "cloning-protection-threads", 1, "How many protections of cloned claims are lifted at once.");
        sweep = flags.duration(
                "snapshot-orphan-sweep-interval",
                Duration.ofMinutes(5),
                "How often forgotten protections of snapshots are looked for; 0 for never.");
        preventModeConversion = flags.bool(
                "prevent-volume-mode-conversion",
                true,
                "Refuse to restore a snapshot in another volume mode unless the snapshot allows it.");
    }

    DataSourceOptions read(ParsedFlags line) {
        return new DataSourceOptions(cloneThreads.in(line), sweep.in(line), preventModeConversion.in(line));
    }
}
