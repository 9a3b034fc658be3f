package dev.stowage.node.volume.call;

import static java.util.Objects.requireNonNull;

import dev.stowage.csi.v1.NodeServiceCapability.RPC;
import dev.stowage.csi.v1.NodeStageVolumeRequest;
import dev.stowage.csi.v1.NodeUnpublishVolumeRequest;
import dev.stowage.csi.v1.NodeUnstageVolumeRequest;
import dev.stowage.kube.model.CsiDriver;
import dev.stowage.linux.file.Directories;
import dev.stowage.node.group.GroupPolicy;
import dev.stowage.node.place.VolData;
import dev.stowage.node.plugin.NodeDriver;
import dev.stowage.node.volume.have.Device;
import dev.stowage.node.volume.want.Spot;
import dev.stowage.node.volume.want.VolumeKey;
import dev.stowage.node.volume.want.Wanted;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// Volumes that are mounted.
public final class FileSystemVolumes implements Volumes {
    private static final int MODE = 0750;

    private final Parts parts;

    public FileSystemVolumes(Parts parts) {
        this.parts = parts;
    }

    @Override
    public Prepared stage(Wanted wanted) throws CallTrouble, InterruptedException {
        VolumeKey volume = wanted.key();
        NodeDriver driver = parts.driver(volume.driver());
        Path staging = parts.paths().csiStaging(volume.driver(), volume.handle());
        NodeStageVolumeRequest request = parts.stageRequest(wanted, driver, staging);
        try {
            Directories.ensure(staging, MODE);
            VolData.ofStaging(volume.driver(), volume.handle()).write(requireNonNull(staging.getParent()));
        } catch (IOException e) {
            throw Parts.untried("kubernetes.io/csi: failed to save volume info data", e);
        }
        return () -> Parts.call(driver, node -> node.nodeStageVolume(request));
    }

    @Override
    public Prepared publish(Wanted wanted) throws CallTrouble, InterruptedException {
        VolumeKey volume = wanted.key();
        Spot spot = wanted.spot();
        NodeDriver driver = parts.driver(volume.driver());
        Path target = parts.paths().csiMount(spot.podUid(), spot.specName());
        Optional<CsiDriver> said = parts.said(volume.driver());
        var request = parts.publishRequest(wanted, driver, target);
        if (!wanted.ephemeral()) {
            request.putAllPublishContext(parts.publishContext(volume));
            if (driver.can(RPC.Type.STAGE_UNSTAGE_VOLUME)) {
                request.setStagingTargetPath(parts.paths()
                        .csiStaging(volume.driver(), volume.handle())
                        .toString());
            }
        }
        try {
            Path folder = requireNonNull(target.getParent());
            Directories.ensure(folder, MODE);
            VolData.ofPod(volume.driver(), volume.handle(), spot.specName(), parts.node(), wanted.ephemeral())
                    .write(folder);
        } catch (IOException e) {
            throw Parts.untried("kubernetes.io/csi: mounter.SetUpAt failed to save volume info data", e);
        }
        return () -> {
            Parts.call(driver, node -> node.nodePublishVolume(request.build()));
            if (!driver.can(RPC.Type.VOLUME_MOUNT_GROUP) && isForGroup(wanted, said)) {
                giveToGroup(wanted, target);
            }
        };
    }

    private static boolean isForGroup(Wanted wanted, Optional<CsiDriver> said) {
        String policy = said.map(driver -> driver.nodeSettings().groupPolicy()).orElse("");
        return wanted.pod().fsGroup() != null
                && GroupPolicy.of(policy)
                        .filter(known -> known.applies(
                                wanted.readOnly(),
                                wanted.source().fsType(),
                                wanted.source().accessModes()))
                        .isPresent();
    }

    private void giveToGroup(Wanted wanted, Path target) throws CallTrouble {
        try {
            parts.ownership()
                    .apply(
                            target,
                            requireNonNull(wanted.pod().fsGroup()),
                            wanted.pod()
                                    .securityContext()
                                    .path("fsGroupChangePolicy")
                                    .asText(""),
                            files -> parts.events()
                                    .warning(
                                            wanted.pod().reference(),
                                            "VolumePermissionChangeInProgress",
                                            "Setting volume ownership for "
                                                    + parts.paths().pods().relativize(target)
                                                    + ", processed " + files + " files."));
        } catch (IOException e) {
            // It is mounted, and has to be unmounted one day; the pod cannot use it as it is.
            throw CallTrouble.uncertain(
                    "applyFSGroup failed for vol " + wanted.key().handle() + ": " + e.getMessage(), e);
        }
    }

    @Override
    public Prepared unpublish(VolumeKey volume, Spot spot) throws CallTrouble {
        NodeDriver driver = parts.driver(volume.driver());
        Path target = parts.paths().csiMount(spot.podUid(), spot.specName());
        var request = NodeUnpublishVolumeRequest.newBuilder()
                .setVolumeId(volume.handle())
                .setTargetPath(target.toString())
                .build();
        return () -> {
            Parts.call(driver, node -> node.nodeUnpublishVolume(request));
            remove(target);
        };
    }

    @Override
    public Prepared unstage(VolumeKey volume, Device device) throws CallTrouble {
        NodeDriver driver = parts.driver(volume.driver());
        Path staging = parts.paths().csiStaging(volume.driver(), volume.handle());
        var request = NodeUnstageVolumeRequest.newBuilder()
                .setVolumeId(volume.handle())
                .setStagingTargetPath(staging.toString())
                .build();
        return () -> {
            if (driver.can(RPC.Type.STAGE_UNSTAGE_VOLUME)) {
                Parts.call(driver, node -> node.nodeUnstageVolume(request));
            }
            remove(staging);
        };
    }

    private void remove(Path mount) throws CallTrouble {
        try {
            parts.folder().remove(mount);
        } catch (IOException e) {
            throw CallTrouble.uncertain("failed to clean mount dir [" + mount + "]: " + e.getMessage(), e);
        }
    }

    @Override
    public void forgetStage(VolumeKey volume, Device device) throws IOException {
        parts.folder().removeUnused(parts.paths().csiStaging(volume.driver(), volume.handle()));
    }

    @Override
    public void forgetPublish(VolumeKey volume, Spot spot) throws IOException {
        parts.folder().removeUnused(parts.paths().csiMount(spot.podUid(), spot.specName()));
    }
}
