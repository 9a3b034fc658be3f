package dev.stowage.sdk.service;

import dev.stowage.csi.transfer.v1alpha1.AbandonReceiveRequest;
import dev.stowage.csi.transfer.v1alpha1.ActivateRequest;
import dev.stowage.csi.transfer.v1alpha1.ActivateResponse;
import dev.stowage.csi.transfer.v1alpha1.BeginReceiveRequest;
import dev.stowage.csi.transfer.v1alpha1.Copy;
import dev.stowage.csi.transfer.v1alpha1.DeleteCopyRequest;
import dev.stowage.csi.transfer.v1alpha1.DeleteCopyResponse;
import dev.stowage.csi.transfer.v1alpha1.FenceRequest;
import dev.stowage.csi.transfer.v1alpha1.GetCopyRequest;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.IncomingVolume;
import dev.stowage.sdk.NewSnapshot;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.Snapshot;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.TopologyRequirement;
import dev.stowage.sdk.Volume;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.record.VolumeCopies;
import dev.stowage.sdk.record.VolumeCopy;
import dev.stowage.sdk.transfer.CopyDecision;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/// The life of a copy: received, fenced, activated, deleted.
record CopyCalls(ServiceContext context, CopyExecutor executor, VolumeCopies copies) {

    Copy begin(BeginReceiveRequest request) throws CsiException, IOException {
        VolumeId id = TransferFields.copy(request.getVolumeId());
        long generation = TransferFields.generation(request.getGeneration());
        IncomingVolume incoming = TransferFields.incoming(id, request.getHeader(), request.getParametersMap());
        if (!executor.driver().formats().contains(incoming.header().format())) {
            throw CsiException.invalidArgument("header.format %s is not supported by this driver"
                    .formatted(incoming.header().format()));
        }
        try (var _ = context.operationLocks().exclusive(id)) {
            executor.finishEarlierCalls(id);
            VolumeCopy next = decision(id).begin(generation, incoming);
            if (next instanceof VolumeCopy.Receiving receiving) {
                next = executor.begin(id, receiving);
            } else {
                copies.put(id, next);
            }
            return message(id, next);
        }
    }

    void abandon(AbandonReceiveRequest request) throws CsiException, IOException {
        VolumeId id = TransferFields.copy(request.getVolumeId());
        long generation = TransferFields.generation(request.getGeneration());
        try (var _ = context.operationLocks().exclusive(id)) {
            if (copies.find(id).isPresent()) {
                executor.abandon(id, decision(id).abandon(generation));
            }
        }
    }

    Copy get(GetCopyRequest request) throws CsiException, IOException {
        VolumeId id = RequestFields.volume(request.getVolumeId(), "volume_id");
        return message(id, decision(id).current());
    }

    Copy fence(FenceRequest request) throws CsiException, IOException {
        VolumeId id = RequestFields.volume(request.getVolumeId(), "volume_id");
        long generation = TransferFields.generation(request.getGeneration());
        String destination = TransferFields.destination(request.getDestination());
        try (var _ = context.operationLocks().exclusive(id)) {
            VolumeCopy fenced = decision(id).fence(generation, destination);
            copies.put(id, fenced);
            return message(id, fenced);
        }
    }

    ActivateResponse activate(ActivateRequest request) throws CsiException, IOException {
        VolumeId id = RequestFields.volume(request.getVolumeId(), "volume_id");
        long generation = TransferFields.generation(request.getGeneration());
        try (var _ = context.operationLocks().exclusive(id)) {
            VolumeCopy next = decision(id).activate(generation);
            copies.put(id, next);
            if (next instanceof VolumeCopy.Activating) {
                next = executor.activate(id, generation);
            }
            return ActivateResponse.newBuilder()
                    .setCopy(message(id, next))
                    .putAllVolumeContext(context.volumes()
                            .orElseThrow()
                            .find(id)
                            .map(Volume::context)
                            .orElse(Map.of()))
                    .build();
        }
    }

    DeleteCopyResponse delete(DeleteCopyRequest request) throws CsiException, IOException {
        VolumeId id = TransferFields.copy(request.getVolumeId());
        long generation = TransferFields.generation(request.getGeneration());
        try (var _ = context.operationLocks().exclusive(id)) {
            Optional<VolumeCopy> next = decision(id).delete(generation);
            // Before the snapshot: what is written until it is unstaged must be in it.
            if (next.isPresent() && isInUse(context, id)) {
                throw CsiException.failedPrecondition(
                        "volume %s is still in use on this node; unstage it first".formatted(id));
            }
            Optional<SnapshotId> kept = request.getSnapshotName().isEmpty()
                    ? Optional.empty()
                    : Optional.of(keep(
                            id,
                            next.map(VolumeCopy::generation).orElse(generation),
                            TransferFields.snapshotName(request.getSnapshotName())));
            if (next.isPresent()) {
                executor.delete(id, next.get());
            }
            return DeleteCopyResponse.newBuilder()
                    .setSnapshotId(kept.map(SnapshotId::value).orElse(""))
                    .build();
        }
    }

    /// The content as a snapshot, taken now or by an earlier call. Its id has the generation: a snapshot of that name
    /// from before the fence has other content.
    private SnapshotId keep(VolumeId id, long generation, String name) throws CsiException, IOException {
        SnapshotRegistry snapshots = context.snapshots()
                .orElseThrow(
                        () -> CsiException.invalidArgument("snapshot_name: this driver does not support snapshots"));
        SnapshotId wanted = SnapshotId.of(name + "@" + generation);
        try (var _ = context.operationLocks().exclusive(wanted)) {
            Optional<Snapshot> known = snapshots.find(wanted);
            if (known.isEmpty() && !(copies.find(id).orElse(null) instanceof VolumeCopy.Fenced)) {
                throw CsiException.failedPrecondition(
                        "only a fenced copy can be kept as a snapshot; the copy of volume %s is not one".formatted(id));
            }
            Snapshot snapshot = snapshots.create(
                    new NewSnapshot(wanted, name, id, Map.of(), TopologyRequirement.NONE, Secrets.NONE));
            if (!snapshot.ready()) {
                throw CsiException.aborted("snapshot %s is being copied; try again".formatted(wanted));
            }
            return wanted;
        }
    }

    private CopyDecision decision(VolumeId id) throws CsiException, IOException {
        boolean exists = context.volumes().isPresent()
                && context.volumes().get().find(id).isPresent();
        return new CopyDecision(id, copies.find(id), exists);
    }

    static boolean isInUse(ServiceContext context, VolumeId id) {
        return context.records()
                .filter(records -> records.stagings().of(id).isPresent()
                        || records.publications().of(id).isPresent())
                .isPresent();
    }

    Copy message(VolumeId id, VolumeCopy copy) {
        Copy.Builder message =
                Copy.newBuilder().setGeneration(copy.generation()).setInUse(isInUse(context, id));
        switch (copy) {
            case VolumeCopy.Active _ -> message.setState(Copy.State.ACTIVE);
            case VolumeCopy.Fenced fenced -> message.setState(Copy.State.FENCED).setDestination(fenced.destination());
            case VolumeCopy.Receiving receiving ->
                message.setState(Copy.State.RECEIVING)
                        .setContent(receiving.complete().orElse(""))
                        .setDurableOffset(receiving.durable());
            case VolumeCopy.Standby standby ->
                message.setState(Copy.State.STANDBY).setContent(standby.content());
            case VolumeCopy.Activating _ -> message.setState(Copy.State.ACTIVATING);
            case VolumeCopy.Deleting _ -> message.setState(Copy.State.DELETING);
        }
        return message.build();
    }
}
