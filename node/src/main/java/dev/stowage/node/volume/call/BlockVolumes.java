package dev.stowage.node.volume.call;

import static java.util.Objects.requireNonNull;

import dev.stowage.csi.v1.NodeServiceCapability.RPC;
import dev.stowage.csi.v1.NodeStageVolumeRequest;
import dev.stowage.csi.v1.NodeUnpublishVolumeRequest;
import dev.stowage.csi.v1.NodeUnstageVolumeRequest;
import dev.stowage.linux.file.Directories;
import dev.stowage.node.place.VolData;
import dev.stowage.node.plugin.NodeDriver;
import dev.stowage.node.volume.have.Device;
import dev.stowage.node.volume.want.Spot;
import dev.stowage.node.volume.want.VolumeKey;
import dev.stowage.node.volume.want.Wanted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/// Volumes that pods get as devices.
public final class BlockVolumes implements Volumes {
    private static final int MODE = 0750;

    private final Parts parts;
    private final BlockMap map;

    public BlockVolumes(Parts parts) {
        this.parts = parts;
        this.map = new BlockMap(parts.paths(), parts.mounts());
    }

    @Override
    public Prepared stage(Wanted wanted) throws CallTrouble, InterruptedException {
        VolumeKey volume = wanted.key();
        NodeDriver driver = parts.driver(volume.driver());
        Path staging = parts.paths().blockStaging(wanted.spot().specName());
        NodeStageVolumeRequest request = parts.stageRequest(wanted, driver, staging);
        try {
            tell(wanted);
            Directories.ensure(staging, MODE);
        } catch (IOException e) {
            throw Parts.untried("kubernetes.io/csi: blockMapper.stageVolumeForBlock failed to create dir", e);
        }
        return () -> Parts.call(driver, node -> node.nodeStageVolume(request));
    }

    /// The file is for all pods: it is written once.
    private void tell(Wanted wanted) throws IOException {
        VolumeKey volume = wanted.key();
        String specName = wanted.spot().specName();
        Path data = parts.paths().blockDevice(specName).resolve("data");
        VolData told = VolData.ofBlock(volume.driver(), volume.handle(), specName, parts.node());
        if (!VolData.find(data).equals(Optional.of(told))) {
            Directories.ensure(data, MODE);
            told.write(data);
        }
    }

    @Override
    public Prepared publish(Wanted wanted) throws CallTrouble, InterruptedException {
        VolumeKey volume = wanted.key();
        Spot spot = wanted.spot();
        NodeDriver driver = parts.driver(volume.driver());
        Path target = parts.paths().blockPublish(spot.specName(), spot.podUid());
        var request = parts.publishRequest(wanted, driver, target)
                .setStagingTargetPath(
                        parts.paths().blockStaging(spot.specName()).toString())
                .putAllPublishContext(parts.publishContext(volume));
        try {
            tell(wanted);
            Directories.ensure(requireNonNull(target.getParent()), MODE);
        } catch (IOException e) {
            throw Parts.untried("kubernetes.io/csi: blockMapper.publishVolumeForBlock failed to create dir", e);
        }
        return () -> {
            Parts.call(driver, node -> node.nodePublishVolume(request.build()));
            try {
                map.add(spot);
            } catch (IOException e) {
                throw CallTrouble.uncertain("blkUtil.MapDevice failed: " + e.getMessage(), e);
            }
        };
    }

    @Override
    public Prepared unpublish(VolumeKey volume, Spot spot) throws CallTrouble {
        NodeDriver driver = parts.driver(volume.driver());
        Path target = parts.paths().blockPublish(spot.specName(), spot.podUid());
        var request = NodeUnpublishVolumeRequest.newBuilder()
                .setVolumeId(volume.handle())
                .setTargetPath(target.toString())
                .build();
        return () -> {
            try {
                map.remove(spot);
                Parts.call(driver, node -> node.nodeUnpublishVolume(request));
                parts.folder().clear(target);
                // Drivers have to remove it, and some do not.
                Files.deleteIfExists(target);
            } catch (IOException e) {
                throw CallTrouble.uncertain("failed to unmap the device: " + e.getMessage(), e);
            }
        };
    }

    @Override
    public Prepared unstage(VolumeKey volume, Device device) throws CallTrouble {
        NodeDriver driver = parts.driver(volume.driver());
        Path staging = parts.paths().blockStaging(device.specName());
        var request = NodeUnstageVolumeRequest.newBuilder()
                .setVolumeId(volume.handle())
                .setStagingTargetPath(staging.toString())
                .build();
        return () -> {
            try {
                if (driver.can(RPC.Type.STAGE_UNSTAGE_VOLUME) && Files.exists(staging, LinkOption.NOFOLLOW_LINKS)) {
                    Parts.call(driver, node -> node.nodeUnstageVolume(request));
                    parts.folder().clear(staging);
                    Files.deleteIfExists(staging);
                }
                map.removeVolume(device.specName());
            } catch (IOException e) {
                throw CallTrouble.uncertain("failed to clean up the device: " + e.getMessage(), e);
            }
        };
    }

    @Override
    public void forgetStage(VolumeKey volume, Device device) throws IOException {
        map.removeVolume(device.specName());
    }

    @Override
    public void forgetPublish(VolumeKey volume, Spot spot) throws IOException {
        Path target = parts.paths().blockPublish(spot.specName(), spot.podUid());
        if (!parts.folder().isMounted(target)) {
            Files.deleteIfExists(target);
        }
    }
}
