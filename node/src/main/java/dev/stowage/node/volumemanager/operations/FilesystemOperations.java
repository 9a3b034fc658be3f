package dev.stowage.node.volumemanager.operations;

import static java.util.Objects.requireNonNull;

import dev.stowage.csi.v1.NodeServiceCapability.RPC;
import dev.stowage.csi.v1.NodeStageVolumeRequest;
import dev.stowage.csi.v1.NodeUnpublishVolumeRequest;
import dev.stowage.csi.v1.NodeUnstageVolumeRequest;
import dev.stowage.kube.model.CsiDriver;
import dev.stowage.linux.file.Directories;
import dev.stowage.node.fsgroup.FsGroupPolicy;
import dev.stowage.node.fsgroup.OwnershipProgress;
import dev.stowage.node.layout.VolData;
import dev.stowage.node.pluginmanager.NodeDriver;
import dev.stowage.node.podvolumes.PodVolumeKey;
import dev.stowage.node.podvolumes.VolumeKey;
import dev.stowage.node.volumemanager.actual.StagedVolume;
import dev.stowage.node.volumemanager.desired.DesiredVolume;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// Operations of volumes with a file system.
public final class FilesystemOperations implements VolumeOperations {
    private static final int MODE = 0750;

    private final OperationContext context;

    public FilesystemOperations(OperationContext context) {
        this.context = context;
    }

    @Override
    public PreparedOperation stage(DesiredVolume desired) throws VolumeOperationException, InterruptedException {
        VolumeKey volume = desired.key();
        NodeDriver driver = context.driver(volume.driver());
        Path staging = context.paths().csiStaging(volume.driver(), volume.handle());
        NodeStageVolumeRequest request = context.stageRequest(desired, driver, staging);
        try {
            Directories.ensure(staging, MODE);
            VolData.ofStaging(volume.driver(), volume.handle())
                    .withLabel(context.mountLabel(desired))
                    .write(requireNonNull(staging.getParent()));
        } catch (IOException e) {
            throw OperationContext.untried("kubernetes.io/csi: failed to save volume info data", e);
        }
        return () -> OperationContext.call(driver, node -> node.nodeStageVolume(request));
    }

    @Override
    public PreparedOperation publish(DesiredVolume desired) throws VolumeOperationException, InterruptedException {
        VolumeKey volume = desired.key();
        PodVolumeKey podVolumeKey = desired.podVolumeKey();
        NodeDriver driver = context.driver(volume.driver());
        Path target = context.paths().csiMount(podVolumeKey.podUid(), podVolumeKey.specName());
        Optional<CsiDriver> said = context.csiDriver(volume.driver());
        var request = context.publishRequest(desired, driver, target);
        if (!desired.ephemeral()) {
            request.putAllPublishContext(context.publishContext(volume));
            if (driver.can(RPC.Type.STAGE_UNSTAGE_VOLUME)) {
                request.setStagingTargetPath(context.paths()
                        .csiStaging(volume.driver(), volume.handle())
                        .toString());
            }
        }
        try {
            Path folder = requireNonNull(target.getParent());
            Directories.ensure(folder, MODE);
            VolData.ofPod(
                            volume.driver(),
                            volume.handle(),
                            podVolumeKey.specName(),
                            context.node(),
                            desired.ephemeral())
                    .withLabel(context.mountLabel(desired))
                    .write(folder);
        } catch (IOException e) {
            throw OperationContext.untried("kubernetes.io/csi: mounter.SetUpAt failed to save volume info data", e);
        }
        return () -> {
            OperationContext.call(driver, node -> node.nodePublishVolume(request.build()));
            if (!driver.can(RPC.Type.VOLUME_MOUNT_GROUP) && isForGroup(desired, said)) {
                giveToGroup(desired, target);
            }
        };
    }

    private static boolean isForGroup(DesiredVolume desired, Optional<CsiDriver> said) {
        String policy = said.map(driver -> driver.nodeSettings().groupPolicy()).orElse("");
        return desired.pod().fsGroup() != null
                && FsGroupPolicy.of(policy)
                        .filter(known -> known.applies(
                                desired.readOnly(),
                                desired.volumeSource().fsType(),
                                desired.volumeSource().accessModes()))
                        .isPresent();
    }

    private void giveToGroup(DesiredVolume desired, Path target) throws VolumeOperationException {
        try {
            context.ownershipSetter()
                    .apply(
                            target,
                            requireNonNull(desired.pod().fsGroup()),
                            desired.pod()
                                    .securityContext()
                                    .path("fsGroupChangePolicy")
                                    .asText(""),
                            new OwnershipProgress(context.events(), context.paths()).of(desired.pod(), target));
        } catch (IOException e) {
            // It is mounted and must be unmounted later, but the pod cannot use it as it is.
            throw VolumeOperationException.uncertain(
                    "applyFSGroup failed for vol " + desired.key().handle() + ": " + e.getMessage(), e);
        }
    }

    @Override
    public PreparedOperation unpublish(VolumeKey volume, PodVolumeKey podVolumeKey) throws VolumeOperationException {
        NodeDriver driver = context.driver(volume.driver());
        Path target = context.paths().csiMount(podVolumeKey.podUid(), podVolumeKey.specName());
        var request = NodeUnpublishVolumeRequest.newBuilder()
                .setVolumeId(volume.handle())
                .setTargetPath(target.toString())
                .build();
        return () -> {
            OperationContext.call(driver, node -> node.nodeUnpublishVolume(request));
            remove(target);
        };
    }

    @Override
    public PreparedOperation unstage(VolumeKey volume, StagedVolume stagedVolume) throws VolumeOperationException {
        NodeDriver driver = context.driver(volume.driver());
        Path staging = context.paths().csiStaging(volume.driver(), volume.handle());
        var request = NodeUnstageVolumeRequest.newBuilder()
                .setVolumeId(volume.handle())
                .setStagingTargetPath(staging.toString())
                .build();
        return () -> {
            if (driver.can(RPC.Type.STAGE_UNSTAGE_VOLUME)) {
                OperationContext.call(driver, node -> node.nodeUnstageVolume(request));
            }
            remove(staging);
        };
    }

    private void remove(Path mount) throws VolumeOperationException {
        try {
            context.folder().remove(mount);
        } catch (IOException e) {
            throw VolumeOperationException.uncertain("failed to clean mount dir [" + mount + "]: " + e.getMessage(), e);
        }
    }

    @Override
    public void forgetStage(VolumeKey volume, StagedVolume stagedVolume) throws IOException {
        context.folder().removeUnused(context.paths().csiStaging(volume.driver(), volume.handle()));
    }

    @Override
    public void forgetPublish(VolumeKey volume, PodVolumeKey podVolumeKey) throws IOException {
        context.folder().removeUnused(context.paths().csiMount(podVolumeKey.podUid(), podVolumeKey.specName()));
    }
}
