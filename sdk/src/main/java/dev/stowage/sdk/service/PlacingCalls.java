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
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.Stage;
import dev.stowage.sdk.Staging;
import dev.stowage.sdk.VolumeCapability;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.record.Digest;
import dev.stowage.sdk.record.Placement;
import dev.stowage.sdk.record.Placements;
import dev.stowage.sdk.record.Records;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Volumes to paths on this node and away again.
record PlacingCalls(Base base) {

    NodeStageVolumeResponse stage(NodeStageVolumeRequest request) throws CsiException, IOException {
        Staging staging = base.roles().require(Staging.class, "NodeStageVolume");
        VolumeId id = Requests.volume(request.getVolumeId(), "volume_id");
        Path path = Requests.path(request.getStagingTargetPath(), "staging_target_path");
        VolumeCapability capability = Requests.capability(request.hasVolumeCapability(), request.getVolumeCapability());
        base.permitted().check(List.of(capability));
        Stage wanted = new Stage(
                id,
                path,
                capability,
                request.getPublishContextMap(),
                request.getVolumeContextMap(),
                new Secrets(request.getSecretsMap()));
        try (var _ = base.locks().exclusive(id);
                var _ = base.locks().exclusive(path)) {
            // Staged at two paths is allowed whatever the mode: the one writer is counted where it is published.
            Placement placement = new Placement(id, path, capability.mode(), Digest.of(capability));
            place(base.records().map(Records::stagings), placement, false, () -> staging.stage(wanted));
            return NodeStageVolumeResponse.getDefaultInstance();
        }
    }

    NodeUnstageVolumeResponse unstage(NodeUnstageVolumeRequest request) throws CsiException, IOException {
        Staging staging = base.roles().require(Staging.class, "NodeUnstageVolume");
        VolumeId id = Requests.volume(request.getVolumeId(), "volume_id");
        Path path = Requests.path(request.getStagingTargetPath(), "staging_target_path");
        try (var _ = base.locks().exclusive(id);
                var _ = base.locks().exclusive(path)) {
            clear(base.records().map(Records::stagings), id, path, () -> staging.unstage(id, path));
            return NodeUnstageVolumeResponse.getDefaultInstance();
        }
    }

    NodePublishVolumeResponse publish(NodePublishVolumeRequest request) throws CsiException, IOException {
        Publishing publishing = base.roles().require(Publishing.class, "NodePublishVolume");
        VolumeId id = Requests.volume(request.getVolumeId(), "volume_id");
        Path target = Requests.path(request.getTargetPath(), "target_path");
        VolumeCapability capability = Requests.capability(request.hasVolumeCapability(), request.getVolumeCapability());
        base.permitted().check(List.of(capability));
        Optional<Path> stagedAt = Requests.optionalPath(request.getStagingTargetPath(), "staging_target_path");
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
        if (stagedAt.isEmpty() && base.roles().has(Staging.class) && !wanted.isEphemeral()) {
            throw CsiException.notNow("staging_target_path is missing: volume " + id + " must be staged before");
        }
        // Several targets of one volume go side by side; staging it, or one target twice, does not.
        try (var _ = base.locks().shared(id);
                var _ = base.locks().exclusive(target)) {
            Placement placement = new Placement(id, target, capability.mode(), Digest.of(capability, readOnly));
            place(base.records().map(Records::publications), placement, true, () -> publishing.publish(wanted));
            return NodePublishVolumeResponse.getDefaultInstance();
        }
    }

    NodeUnpublishVolumeResponse unpublish(NodeUnpublishVolumeRequest request) throws CsiException, IOException {
        Publishing publishing = base.roles().require(Publishing.class, "NodeUnpublishVolume");
        VolumeId id = Requests.volume(request.getVolumeId(), "volume_id");
        Path target = Requests.path(request.getTargetPath(), "target_path");
        try (var _ = base.locks().shared(id);
                var _ = base.locks().exclusive(target)) {
            clear(base.records().map(Records::publications), id, target, () -> publishing.unpublish(id, target));
            return NodeUnpublishVolumeResponse.getDefaultInstance();
        }
    }

    private static void place(
            Optional<Placements> placements, Placement wanted, boolean countWriters, Placements.Placing placing)
            throws CsiException, IOException {
        if (placements.isPresent()) {
            placements.get().place(wanted, countWriters, placing);
        } else {
            placing.run();
        }
    }

    /// A path that this driver never used is left alone: whatever is mounted there is somebody else's.
    private void clear(Optional<Placements> placements, VolumeId id, Path path, Placements.Placing clearing)
            throws CsiException, IOException {
        if (placements.isEmpty()) {
            clearing.run();
        } else if (placements.get().isAt(id, path)) {
            placements.get().clear(path, clearing);
        } else if (base.mounts().at(path).isPresent()) {
            throw CsiException.notNow("what is mounted at %s was not put there for volume %s by this driver; it stays"
                    .formatted(path, id));
        }
    }
}
