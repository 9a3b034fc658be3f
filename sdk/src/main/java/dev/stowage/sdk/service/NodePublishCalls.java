package dev.stowage.sdk.service;

import dev.stowage.csi.v1.NodePublishVolumeRequest;
import dev.stowage.csi.v1.NodePublishVolumeResponse;
import dev.stowage.csi.v1.NodeStageVolumeRequest;
import dev.stowage.csi.v1.NodeStageVolumeResponse;
import dev.stowage.csi.v1.NodeUnpublishVolumeRequest;
import dev.stowage.csi.v1.NodeUnpublishVolumeResponse;
import dev.stowage.csi.v1.NodeUnstageVolumeRequest;
import dev.stowage.csi.v1.NodeUnstageVolumeResponse;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.Publication;
import dev.stowage.sdk.Publishing;
import dev.stowage.sdk.RequestDigest;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.Stage;
import dev.stowage.sdk.Staging;
import dev.stowage.sdk.VolumeCapability;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.record.DriverRecords;
import dev.stowage.sdk.record.VolumeTarget;
import dev.stowage.sdk.record.VolumeTargets;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Volumes to paths on this node and away again.
record NodePublishCalls(ServiceContext serviceContext) {

    NodeStageVolumeResponse stage(NodeStageVolumeRequest request) throws CsiException, IOException {
        Staging staging = serviceContext.driverRoles().require(Staging.class, "NodeStageVolume");
        VolumeId id = RequestFields.volume(request.getVolumeId(), "volume_id");
        Path path = RequestFields.path(request.getStagingTargetPath(), "staging_target_path");
        VolumeCapability capability =
                RequestFields.capability(request.hasVolumeCapability(), request.getVolumeCapability());
        serviceContext.volumeCapabilityCheck().check(List.of(capability));
        Stage wanted = new Stage(
                id,
                path,
                capability,
                request.getPublishContextMap(),
                request.getVolumeContextMap(),
                new Secrets(request.getSecretsMap()));
        try (var _ = serviceContext.operationLocks().exclusive(id);
                var _ = serviceContext.operationLocks().exclusive(path)) {
            serviceContext.fencing().requireActive(id, wanted.context());
            // Staged at two paths is allowed whatever the mode: the one writer is counted where it is published.
            VolumeTarget volumeTarget = new VolumeTarget(id, path, capability.mode(), RequestDigest.of(capability));
            place(
                    serviceContext.records().map(DriverRecords::stagings),
                    volumeTarget,
                    false,
                    () -> staging.stage(wanted));
            return NodeStageVolumeResponse.getDefaultInstance();
        }
    }

    NodeUnstageVolumeResponse unstage(NodeUnstageVolumeRequest request) throws CsiException, IOException {
        Staging staging = serviceContext.driverRoles().require(Staging.class, "NodeUnstageVolume");
        VolumeId id = RequestFields.volume(request.getVolumeId(), "volume_id");
        Path path = RequestFields.path(request.getStagingTargetPath(), "staging_target_path");
        try (var _ = serviceContext.operationLocks().exclusive(id);
                var _ = serviceContext.operationLocks().exclusive(path)) {
            clear(
                    serviceContext.records().map(DriverRecords::stagings),
                    id,
                    path,
                    () -> staging.unstage(id, path),
                    () -> {});
            return NodeUnstageVolumeResponse.getDefaultInstance();
        }
    }

    NodePublishVolumeResponse publish(NodePublishVolumeRequest request) throws CsiException, IOException {
        Publishing publishing = serviceContext.driverRoles().require(Publishing.class, "NodePublishVolume");
        VolumeId id = RequestFields.volume(request.getVolumeId(), "volume_id");
        Path target = RequestFields.path(request.getTargetPath(), "target_path");
        VolumeCapability capability =
                RequestFields.capability(request.hasVolumeCapability(), request.getVolumeCapability());
        serviceContext.volumeCapabilityCheck().check(List.of(capability));
        Optional<Path> stagedAt = RequestFields.optionalPath(request.getStagingTargetPath(), "staging_target_path");
        boolean readOnly = request.getReadonly() || capability.mode().isReadOnly();
        Publication wanted = new Publication(
                id,
                target,
                stagedAt,
                capability,
                readOnly,
                request.getPublishContextMap(),
                request.getVolumeContextMap(),
                new Secrets(request.getSecretsMap()));
        if (stagedAt.isEmpty() && serviceContext.driverRoles().has(Staging.class) && !wanted.isEphemeral()) {
            throw CsiException.failedPrecondition(
                    "staging_target_path is missing: volume " + id + " must be staged first");
        }
        // Several targets of one volume may be published concurrently; staging it, or one target twice, may not.
        try (var _ = serviceContext.operationLocks().shared(id);
                var _ = serviceContext.operationLocks().exclusive(target)) {
            serviceContext.fencing().requireActive(id, wanted.context());
            VolumeTarget volumeTarget =
                    new VolumeTarget(id, target, capability.mode(), RequestDigest.of(capability, readOnly));
            place(
                    serviceContext.records().map(DriverRecords::publications),
                    volumeTarget,
                    true,
                    () -> publishing.publish(wanted));
            return NodePublishVolumeResponse.getDefaultInstance();
        }
    }

    NodeUnpublishVolumeResponse unpublish(NodeUnpublishVolumeRequest request) throws CsiException, IOException {
        Publishing publishing = serviceContext.driverRoles().require(Publishing.class, "NodeUnpublishVolume");
        VolumeId id = RequestFields.volume(request.getVolumeId(), "volume_id");
        Path target = RequestFields.path(request.getTargetPath(), "target_path");
        try (var _ = serviceContext.operationLocks().shared(id);
                var _ = serviceContext.operationLocks().exclusive(target)) {
            clear(
                    serviceContext.records().map(DriverRecords::publications),
                    id,
                    target,
                    () -> publishing.unpublish(id, target),
                    () -> publishing.cleanUp(id, target));
            return NodeUnpublishVolumeResponse.getDefaultInstance();
        }
    }

    private static void place(
            Optional<VolumeTargets> placements,
            VolumeTarget wanted,
            boolean countWriters,
            VolumeTargets.Placing placing)
            throws CsiException, IOException {
        if (placements.isPresent()) {
            placements.get().place(wanted, countWriters, placing);
        } else {
            placing.run();
        }
    }

    /// A path that this driver never used is left as it is: the mount there is not ours.
    ///
    /// @param afterwards runs when nothing is on record there, and nothing is mounted
    private void clear(
            Optional<VolumeTargets> placements,
            VolumeId id,
            Path path,
            VolumeTargets.Placing clearing,
            VolumeTargets.Placing afterwards)
            throws CsiException, IOException {
        if (placements.isEmpty()) {
            clearing.run();
        } else if (placements.get().isAt(id, path)) {
            placements.get().clear(path, clearing);
        } else if (serviceContext.mounts().at(path).isPresent()) {
            throw CsiException.failedPrecondition(
                    "the mount at %s was not created by this driver for volume %s; it is left as it is"
                            .formatted(path, id));
        } else {
            afterwards.run();
        }
    }
}
