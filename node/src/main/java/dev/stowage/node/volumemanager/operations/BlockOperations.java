package dev.stowage.node.volumemanager.operations;

import static java.util.Objects.requireNonNull;

import dev.stowage.csi.v1.NodeServiceCapability.RPC;
import dev.stowage.csi.v1.NodeStageVolumeRequest;
import dev.stowage.csi.v1.NodeUnpublishVolumeRequest;
import dev.stowage.csi.v1.NodeUnstageVolumeRequest;
import dev.stowage.linux.file.Directories;
import dev.stowage.node.layout.VolData;
import dev.stowage.node.pluginmanager.NodeDriver;
import dev.stowage.node.podvolumes.PodVolumeKey;
import dev.stowage.node.podvolumes.VolumeKey;
import dev.stowage.node.volumemanager.actual.StagedVolume;
import dev.stowage.node.volumemanager.desired.DesiredVolume;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/// Operations of raw block volumes.
public final class BlockOperations implements VolumeOperations {
    private static final int MODE = 0750;

    private final OperationContext context;
    private final BlockDeviceMap map;

    public BlockOperations(OperationContext context) {
        this.context = context;
        this.map = new BlockDeviceMap(context.paths(), context.mounts());
    }

    @Override
    public PreparedOperation stage(DesiredVolume desired) throws VolumeOperationException, InterruptedException {
        VolumeKey volume = desired.key();
        NodeDriver driver = context.driver(volume.driver());
        Path staging = context.paths().blockStaging(desired.podVolumeKey().specName());
        NodeStageVolumeRequest request = context.stageRequest(desired, driver, staging);
        try {
            writeVolData(desired);
            Directories.ensure(staging, MODE);
        } catch (IOException e) {
            throw OperationContext.untried(
                    "kubernetes.io/csi: blockMapper.stageVolumeForBlock failed to create dir", e);
        }
        return () -> OperationContext.call(driver, node -> node.nodeStageVolume(request));
    }

    /// The file is for all pods: it is written once.
    private void writeVolData(DesiredVolume desired) throws IOException {
        VolumeKey volume = desired.key();
        String specName = desired.podVolumeKey().specName();
        Path data = context.paths().blockDevice(specName).resolve("data");
        VolData volData = VolData.ofBlock(volume.driver(), volume.handle(), specName, context.node());
        if (!VolData.find(data).equals(Optional.of(volData))) {
            Directories.ensure(data, MODE);
            volData.write(data);
        }
    }

    @Override
    public PreparedOperation publish(DesiredVolume desired) throws VolumeOperationException, InterruptedException {
        VolumeKey volume = desired.key();
        PodVolumeKey podVolumeKey = desired.podVolumeKey();
        NodeDriver driver = context.driver(volume.driver());
        Path target = context.paths().blockPublish(podVolumeKey.specName(), podVolumeKey.podUid());
        var request = context.publishRequest(desired, driver, target)
                .setStagingTargetPath(
                        context.paths().blockStaging(podVolumeKey.specName()).toString())
                .putAllPublishContext(context.publishContext(volume));
        try {
            writeVolData(desired);
            Directories.ensure(requireNonNull(target.getParent()), MODE);
        } catch (IOException e) {
            throw OperationContext.untried(
                    "kubernetes.io/csi: blockMapper.publishVolumeForBlock failed to create dir", e);
        }
        return () -> {
            OperationContext.call(driver, node -> node.nodePublishVolume(request.build()));
            try {
                map.add(podVolumeKey);
            } catch (IOException e) {
                throw VolumeOperationException.uncertain("blkUtil.MapDevice failed: " + e.getMessage(), e);
            }
        };
    }

    @Override
    public PreparedOperation unpublish(VolumeKey volume, PodVolumeKey podVolumeKey) throws VolumeOperationException {
        NodeDriver driver = context.driver(volume.driver());
        Path target = context.paths().blockPublish(podVolumeKey.specName(), podVolumeKey.podUid());
        var request = NodeUnpublishVolumeRequest.newBuilder()
                .setVolumeId(volume.handle())
                .setTargetPath(target.toString())
                .build();
        return () -> {
            try {
                map.remove(podVolumeKey);
                OperationContext.call(driver, node -> node.nodeUnpublishVolume(request));
                context.folder().clear(target);
                // Drivers must remove it, but some do not.
                Files.deleteIfExists(target);
            } catch (IOException e) {
                throw VolumeOperationException.uncertain("failed to unmap the device: " + e.getMessage(), e);
            }
        };
    }

    @Override
    public PreparedOperation unstage(VolumeKey volume, StagedVolume stagedVolume) throws VolumeOperationException {
        NodeDriver driver = context.driver(volume.driver());
        Path staging = context.paths().blockStaging(stagedVolume.specName());
        var request = NodeUnstageVolumeRequest.newBuilder()
                .setVolumeId(volume.handle())
                .setStagingTargetPath(staging.toString())
                .build();
        return () -> {
            try {
                if (driver.can(RPC.Type.STAGE_UNSTAGE_VOLUME) && Files.exists(staging, LinkOption.NOFOLLOW_LINKS)) {
                    OperationContext.call(driver, node -> node.nodeUnstageVolume(request));
                    context.folder().clear(staging);
                    Files.deleteIfExists(staging);
                }
                map.removeVolume(stagedVolume.specName());
            } catch (IOException e) {
                throw VolumeOperationException.uncertain("failed to clean up the device: " + e.getMessage(), e);
            }
        };
    }

    @Override
    public void forgetStage(VolumeKey volume, StagedVolume stagedVolume) throws IOException {
        map.removeVolume(stagedVolume.specName());
    }

    @Override
    public void forgetPublish(VolumeKey volume, PodVolumeKey podVolumeKey) throws IOException {
        Path target = context.paths().blockPublish(podVolumeKey.specName(), podVolumeKey.podUid());
        if (!context.folder().isMounted(target)) {
            Files.deleteIfExists(target);
        }
    }
}
