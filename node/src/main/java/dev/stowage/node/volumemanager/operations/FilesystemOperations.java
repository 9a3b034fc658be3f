package dev.stowage.node.volumemanager.operations;

import static java.util.Objects.requireNonNull;

import dev.stowage.csi.v1.NodeServiceCapability.RPC;
import dev.stowage.csi.v1.NodeStageVolumeRequest;
import dev.stowage.csi.v1.NodeUnpublishVolumeRequest;
import dev.stowage.csi.v1.NodeUnstageVolumeRequest;
import dev.stowage.kube.model.CsiDriver;
import dev.stowage.linux.file.Directories;
import dev.stowage.node.fsgroup.FsGroupPolicy;
import dev.stowage.node.layout.VolData;
import dev.stowage.node.pluginmanager.NodeDriver;
import dev.stowage.node.podvolumes.PodVolumeKey;
import dev.stowage.node.podvolumes.VolumeKey;
import dev.stowage.node.volumemanager.actual.StagedVolume;
import dev.stowage.node.volumemanager.desired.DesiredVolume;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// Volumes that are mounted.
public final class FilesystemOperations implements VolumeOperations {
    private static final int MODE = 0750;

    private final OperationContext operationContext;

    public FilesystemOperations(OperationContext operationContext) {
        this.operationContext = operationContext;
    }

    @Override
    public PreparedOperation stage(DesiredVolume desired) throws VolumeOperationException, InterruptedException {
        VolumeKey volume = desired.key();
        NodeDriver driver = operationContext.driver(volume.driver());
        Path staging = operationContext.paths().csiStaging(volume.driver(), volume.handle());
        NodeStageVolumeRequest request = operationContext.stageRequest(desired, driver, staging);
        try {
            Directories.ensure(staging, MODE);
            VolData.ofStaging(volume.driver(), volume.handle()).write(requireNonNull(staging.getParent()));
        } catch (IOException e) {
            throw OperationContext.untried("kubernetes.io/csi: failed to save volume info data", e);
        }
        return () -> OperationContext.call(driver, node -> node.nodeStageVolume(request));
    }

    @Override
    public PreparedOperation publish(DesiredVolume desired) throws VolumeOperationException, InterruptedException {
        VolumeKey volume = desired.key();
        PodVolumeKey podVolumeKey = desired.podVolumeKey();
        NodeDriver driver = operationContext.driver(volume.driver());
        Path target = operationContext.paths().csiMount(podVolumeKey.podUid(), podVolumeKey.specName());
        Optional<CsiDriver> said = operationContext.csiDriver(volume.driver());
        var request = operationContext.publishRequest(desired, driver, target);
        if (!desired.ephemeral()) {
            request.putAllPublishContext(operationContext.publishContext(volume));
            if (driver.can(RPC.Type.STAGE_UNSTAGE_VOLUME)) {
                request.setStagingTargetPath(operationContext
                        .paths()
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
                            operationContext.node(),
                            desired.ephemeral())
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
            operationContext
                    .ownershipSetter()
                    .apply(
                            target,
                            requireNonNull(desired.pod().fsGroup()),
                            desired.pod()
                                    .securityContext()
                                    .path("fsGroupChangePolicy")
                                    .asText(""),
                            files -> operationContext
                                    .events()
                                    .warning(
                                            desired.pod().reference(),
                                            "VolumePermissionChangeInProgress",
                                            "Setting volume ownership for "
                                                    + operationContext
                                                            .paths()
                                                            .pods()
                                                            .relativize(target)
                                                    + ", processed " + files + " files."));
        } catch (IOException e) {
            // It is mounted, and has to be unmounted one day; the pod cannot use it as it is.
            throw VolumeOperationException.uncertain(
                    "applyFSGroup failed for vol " + desired.key().handle() + ": " + e.getMessage(), e);
        }
    }

    @Override
    public PreparedOperation unpublish(VolumeKey volume, PodVolumeKey podVolumeKey) throws VolumeOperationException {
        NodeDriver driver = operationContext.driver(volume.driver());
        Path target = operationContext.paths().csiMount(podVolumeKey.podUid(), podVolumeKey.specName());
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
        NodeDriver driver = operationContext.driver(volume.driver());
        Path staging = operationContext.paths().csiStaging(volume.driver(), volume.handle());
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
            operationContext.folder().remove(mount);
        } catch (IOException e) {
            throw VolumeOperationException.uncertain("failed to clean mount dir [" + mount + "]: " + e.getMessage(), e);
        }
    }

    @Override
    public void forgetStage(VolumeKey volume, StagedVolume stagedVolume) throws IOException {
        operationContext.folder().removeUnused(operationContext.paths().csiStaging(volume.driver(), volume.handle()));
    }

    @Override
    public void forgetPublish(VolumeKey volume, PodVolumeKey podVolumeKey) throws IOException {
        operationContext
                .folder()
                .removeUnused(operationContext.paths().csiMount(podVolumeKey.podUid(), podVolumeKey.specName()));
    }
}
