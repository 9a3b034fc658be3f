package dev.stowage.node.volumemanager;

import dev.stowage.csi.v1.NodeServiceCapability.RPC;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.node.expand.MountedVolume;
import dev.stowage.node.expand.NodeExpander;
import dev.stowage.node.layout.KubeletPaths;
import dev.stowage.node.pluginmanager.NodeDriver;
import dev.stowage.node.pluginmanager.RegisteredDrivers;
import dev.stowage.node.podvolumes.PodVolumeKey;
import dev.stowage.node.volumemanager.desired.DesiredVolume;
import dev.stowage.node.volumemanager.desired.VolumeSource;
import dev.stowage.node.volumemanager.operations.CapabilityBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// Expands the file systems of volumes. Only volumes with a claim can be expanded.
final class VolumeExpander {
    private final NodeExpander growth;
    private final RegisteredDrivers registeredDrivers;
    private final KubeletPaths paths;

    VolumeExpander(NodeExpander growth, RegisteredDrivers registeredDrivers, KubeletPaths paths) {
        this.growth = growth;
        this.registeredDrivers = registeredDrivers;
        this.paths = paths;
    }

    boolean isDue(DesiredVolume desired) {
        return switch (desired.volumeSource()) {
            case VolumeSource.Inline _ -> false;
            case VolumeSource.Persistent from -> {
                PersistentVolumeClaim claim = from.claim();
                if (claim == null) {
                    yield false;
                }
                growth.noteSize(from.volume(), claim);
                yield growth.isDue(claim, from.volume(), desired.readOnly());
            }
        };
    }

    /// @param whileMounting whether the pod waits for it
    void expand(DesiredVolume desired, boolean whileMounting) throws IOException, InterruptedException {
        Optional<NodeDriver> driver = registeredDrivers.find(desired.key().driver());
        if (driver.isEmpty() || !(desired.volumeSource() instanceof VolumeSource.Persistent from)) {
            return;
        }
        boolean stages = driver.get().can(RPC.Type.STAGE_UNSTAGE_VOLUME);
        growth.expandVolume(new MountedVolume(
                desired.pod(),
                from.volume(),
                driver.get(),
                CapabilityBuilder.of(desired, driver.get()),
                published(desired.podVolumeKey()).toString(),
                stages ? staged(desired).toString() : "",
                desired.readOnly(),
                whileMounting));
    }

    void forget(String specName) {
        growth.forget(specName);
    }

    private Path published(PodVolumeKey podVolumeKey) {
        return podVolumeKey.block()
                ? paths.blockPublish(podVolumeKey.specName(), podVolumeKey.podUid())
                : paths.csiMount(podVolumeKey.podUid(), podVolumeKey.specName());
    }

    private Path staged(DesiredVolume desired) {
        return desired.block()
                ? paths.blockStaging(desired.podVolumeKey().specName())
                : paths.csiStaging(desired.key().driver(), desired.key().handle());
    }
}
