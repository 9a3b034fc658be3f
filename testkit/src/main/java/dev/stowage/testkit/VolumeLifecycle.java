package dev.stowage.testkit;

import static dev.stowage.testkit.CsiCapability.PUBLISH_UNPUBLISH_VOLUME;
import static dev.stowage.testkit.CsiCapability.STAGE_UNSTAGE_VOLUME;

import dev.stowage.csi.v1.ControllerPublishVolumeRequest;
import dev.stowage.csi.v1.ControllerUnpublishVolumeRequest;
import dev.stowage.csi.v1.NodePublishVolumeRequest;
import dev.stowage.csi.v1.NodeStageVolumeRequest;
import dev.stowage.csi.v1.NodeUnpublishVolumeRequest;
import dev.stowage.csi.v1.NodeUnstageVolumeRequest;
import dev.stowage.csi.v1.Volume;
import dev.stowage.csi.v1.VolumeCapability;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// The lifecycle of a volume: to a workload and back. Undeclared steps are skipped, as an orchestrator does.
final class VolumeLifecycle {

    private final Trial trial;
    private final Volume volume;
    private final VolumeCapability capability;
    private final Path staging;
    private Map<String, String> publishContext = Map.of();

    VolumeLifecycle(Trial trial, Volume volume, VolumeCapability capability) {
        this.trial = trial;
        this.volume = volume;
        this.capability = capability;
        this.staging = folder("staging").resolve(trial.name());
        // The orchestrator creates the staging directory; the driver creates the target.
        directories(staging);
    }

    Volume volume() {
        return volume;
    }

    String id() {
        return volume.getVolumeId();
    }

    VolumeCapability capability() {
        return capability;
    }

    Path staging() {
        return staging;
    }

    /// A new target path, in a directory that exists.
    Path newTarget() {
        directories(folder("targets"));
        return folder("targets").resolve(trial.name());
    }

    private Path folder(String name) {
        return trial.driver().directory().resolve(name);
    }

    private void directories(Path path) {
        if (Files.isDirectory(trial.driver().directory())) {
            try {
                Files.createDirectories(path);
            } catch (IOException failure) {
                throw new UncheckedIOException("cannot create " + path, failure);
            }
        }
    }

    VolumeLifecycle attach() {
        if (trial.has(PUBLISH_UNPUBLISH_VOLUME)) {
            publishContext = trial.ok(
                            CsiMethods.CONTROLLER_PUBLISH_VOLUME,
                            attachRequest().build())
                    .getPublishContextMap();
        }
        return this;
    }

    VolumeLifecycle stage() {
        attach();
        if (trial.has(STAGE_UNSTAGE_VOLUME)) {
            var _ = trial.ok(CsiMethods.NODE_STAGE_VOLUME, stageRequest().build());
        }
        return this;
    }

    Path publish() {
        Path target = newTarget();
        var _ = trial.ok(CsiMethods.NODE_PUBLISH_VOLUME, publishRequest(target).build());
        return target;
    }

    Path publishReadOnly() {
        Path target = newTarget();
        var _ = trial.ok(
                CsiMethods.NODE_PUBLISH_VOLUME,
                publishRequest(target).setReadonly(true).build());
        return target;
    }

    void unpublish(Path target) {
        var _ = trial.ok(
                CsiMethods.NODE_UNPUBLISH_VOLUME,
                NodeUnpublishVolumeRequest.newBuilder()
                        .setVolumeId(id())
                        .setTargetPath(target.toString())
                        .build());
    }

    void unstage() {
        if (trial.has(STAGE_UNSTAGE_VOLUME)) {
            var _ = trial.ok(
                    CsiMethods.NODE_UNSTAGE_VOLUME,
                    NodeUnstageVolumeRequest.newBuilder()
                            .setVolumeId(id())
                            .setStagingTargetPath(staging.toString())
                            .build());
        }
        detach();
    }

    void detach() {
        if (trial.has(PUBLISH_UNPUBLISH_VOLUME)) {
            var _ = trial.ok(
                    CsiMethods.CONTROLLER_UNPUBLISH_VOLUME,
                    ControllerUnpublishVolumeRequest.newBuilder()
                            .setVolumeId(id())
                            .setNodeId(trial.node().getNodeId())
                            .putAllSecrets(trial.driver().secrets())
                            .build());
        }
    }

    ControllerPublishVolumeRequest.Builder attachRequest() {
        return ControllerPublishVolumeRequest.newBuilder()
                .setVolumeId(id())
                .setNodeId(trial.node().getNodeId())
                .setVolumeCapability(capability)
                .putAllSecrets(trial.driver().secrets())
                .putAllVolumeContext(volume.getVolumeContextMap());
    }

    NodeStageVolumeRequest.Builder stageRequest() {
        return NodeStageVolumeRequest.newBuilder()
                .setVolumeId(id())
                .putAllPublishContext(publishContext)
                .setStagingTargetPath(staging.toString())
                .setVolumeCapability(capability)
                .putAllSecrets(trial.driver().secrets())
                .putAllVolumeContext(volume.getVolumeContextMap());
    }

    NodePublishVolumeRequest.Builder publishRequest(Path target) {
        NodePublishVolumeRequest.Builder request = NodePublishVolumeRequest.newBuilder()
                .setVolumeId(id())
                .putAllPublishContext(publishContext)
                .setTargetPath(target.toString())
                .setVolumeCapability(capability)
                .putAllSecrets(trial.driver().secrets())
                .putAllVolumeContext(volume.getVolumeContextMap());
        return trial.has(STAGE_UNSTAGE_VOLUME) ? request.setStagingTargetPath(staging.toString()) : request;
    }
}
