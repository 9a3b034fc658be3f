package dev.stowage.node.volume.keep;

import dev.stowage.node.self.OwnNode;
import dev.stowage.node.volume.want.Catalog;
import dev.stowage.node.volume.want.VolumeKey;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Tells the cluster which volumes are in use here, whenever that changed.
final class InUse {
    private final World world;
    private final Catalog catalog;
    private final OwnNode node;
    private @Nullable Set<String> told;

    InUse(World world, Catalog catalog, OwnNode node) {
        this.world = world;
        this.catalog = catalog;
        this.node = node;
    }

    /// Looking and telling are one: of two who tell at once, the later has seen more.
    synchronized void tell() {
        if (!world.isRebuilt()) {
            return;
        }
        Set<String> now = world.persistent().stream()
                .filter(volume -> catalog.attaches(volume.driver()))
                .map(VolumeKey::uniqueName)
                .collect(Collectors.toUnmodifiableSet());
        if (!now.equals(told)) {
            told = now;
            node.useVolumes(now);
        }
    }
}
