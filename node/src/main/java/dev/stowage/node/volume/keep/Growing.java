package dev.stowage.node.volume.keep;

import dev.stowage.csi.v1.NodeServiceCapability.RPC;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.node.grow.MountedVolume;
import dev.stowage.node.grow.NodeGrowth;
import dev.stowage.node.place.KubeletPaths;
import dev.stowage.node.plugin.Drivers;
import dev.stowage.node.plugin.NodeDriver;
import dev.stowage.node.volume.call.Capability;
import dev.stowage.node.volume.want.Source;
import dev.stowage.node.volume.want.Spot;
import dev.stowage.node.volume.want.Wanted;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// Volumes whose file systems have to follow them. Only those with a claim can.
final class Growing {
    private final NodeGrowth growth;
    private final Drivers drivers;
    private final KubeletPaths paths;

    Growing(NodeGrowth growth, Drivers drivers, KubeletPaths paths) {
        this.growth = growth;
        this.drivers = drivers;
        this.paths = paths;
    }

    boolean isDue(Wanted wanted) {
        return switch (wanted.source()) {
            case Source.Inline _ -> false;
            case Source.Persistent from -> {
                PersistentVolumeClaim claim = from.claim();
                if (claim == null) {
                    yield false;
                }
                growth.noteSize(from.volume(), claim);
                yield growth.isDue(claim, from.volume(), wanted.readOnly());
            }
        };
    }

    /// @param whileMounting whether the pod waits for it
    void grow(Wanted wanted, boolean whileMounting) throws IOException, InterruptedException {
        Optional<NodeDriver> driver = drivers.find(wanted.key().driver());
        if (driver.isEmpty() || !(wanted.source() instanceof Source.Persistent from)) {
            return;
        }
        boolean stages = driver.get().can(RPC.Type.STAGE_UNSTAGE_VOLUME);
        growth.grow(new MountedVolume(
                wanted.pod(),
                from.volume(),
                driver.get(),
                Capability.of(wanted, driver.get()),
                published(wanted.spot()).toString(),
                stages ? staged(wanted).toString() : "",
                wanted.readOnly(),
                whileMounting));
    }

    void forget(String specName) {
        growth.forget(specName);
    }

    private Path published(Spot spot) {
        return spot.block()
                ? paths.blockPublish(spot.specName(), spot.podUid())
                : paths.csiMount(spot.podUid(), spot.specName());
    }

    private Path staged(Wanted wanted) {
        return wanted.block()
                ? paths.blockStaging(wanted.spot().specName())
                : paths.csiStaging(wanted.key().driver(), wanted.key().handle());
    }
}
