package dev.stowage.sdk.service;

import dev.stowage.csi.v1.ControllerExpandVolumeRequest;
import dev.stowage.csi.v1.ControllerExpandVolumeResponse;
import dev.stowage.csi.v1.ControllerModifyVolumeRequest;
import dev.stowage.csi.v1.ControllerModifyVolumeResponse;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.CreateVolumeResponse;
import dev.stowage.csi.v1.DeleteVolumeRequest;
import dev.stowage.csi.v1.DeleteVolumeResponse;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CapacityRange;
import dev.stowage.sdk.Cloning;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.Expansion;
import dev.stowage.sdk.Grown;
import dev.stowage.sdk.Growth;
import dev.stowage.sdk.Modification;
import dev.stowage.sdk.NewVolume;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.Snapshot;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.Snapshots;
import dev.stowage.sdk.Volume;
import dev.stowage.sdk.VolumeCapability;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.VolumeSource;
import dev.stowage.sdk.Volumes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The life of a volume: made, grown, modified, removed.
record VolumeCalls(Base base) {

    CreateVolumeResponse create(CreateVolumeRequest request) throws CsiException, IOException {
        Volumes volumes = base.roles().require(Volumes.class, "CreateVolume");
        String name = Requests.required(request.getName(), "name");
        Optional<VolumeSource> source =
                Requests.source(request.hasVolumeContentSource(), request.getVolumeContentSource());
        NewVolume wanted = new NewVolume(
                VolumeId.of(name),
                name,
                Requests.size(request.getCapacityRange()),
                Requests.capabilities(request.getVolumeCapabilitiesList()),
                request.getParametersMap(),
                request.getMutableParametersMap(),
                Wire.topology(request.getAccessibilityRequirements()),
                new Secrets(request.getSecretsMap()));
        base.permitted().check(wanted.capabilities());
        if (!wanted.mutableParameters().isEmpty()) {
            base.roles()
                    .find(Modification.class)
                    .orElseThrow(() -> CsiException.invalid("mutable_parameters: this driver modifies no volumes"))
                    .checkMutable(wanted.mutableParameters());
        }
        if (base.hasPlace() && !wanted.topology().isMetBy(base.place())) {
            throw CsiException.exhausted(
                    "volumes made here are reachable from %s only, which is none of the places asked for"
                            .formatted(base.place()));
        }
        try (var _ = base.locks().exclusive(wanted.id());
                var _ = shared(source)) {
            Volume volume =
                    base.volumes().orElseThrow().make(wanted, source, () -> placed(fill(volumes, wanted, source)));
            return CreateVolumeResponse.newBuilder()
                    .setVolume(Wire.volume(volume))
                    .build();
        }
    }

    /// What a volume is made from stays while it is read.
    private Locks.Held shared(Optional<VolumeSource> source) throws CsiException {
        if (source.isEmpty()) {
            return () -> {};
        }
        return switch (source.get()) {
            case VolumeSource.OfSnapshot(SnapshotId snapshot) -> base.locks().shared(snapshot);
            case VolumeSource.OfVolume(VolumeId volume) -> base.locks().shared(volume);
        };
    }

    private Volume fill(Volumes volumes, NewVolume wanted, Optional<VolumeSource> source)
            throws CsiException, IOException {
        if (source.isEmpty()) {
            return volumes.create(wanted);
        }
        return switch (source.get()) {
            case VolumeSource.OfSnapshot(SnapshotId id) -> restore(wanted, id).madeFrom(source.get());
            case VolumeSource.OfVolume(VolumeId id) -> clone(wanted, id).madeFrom(source.get());
        };
    }

    private Volume restore(NewVolume wanted, SnapshotId id) throws CsiException, IOException {
        Snapshots snapshots = base.roles()
                .find(Snapshots.class)
                .orElseThrow(() -> CsiException.invalid("volume_content_source: this driver has no snapshots"));
        Snapshot snapshot = base.snapshots().orElseThrow().require(id);
        if (!snapshot.ready()) {
            throw CsiException.busy("snapshot " + id + " is not ready yet");
        }
        fits(wanted, snapshot.size(), "snapshot " + id);
        return snapshots.restore(wanted, snapshot);
    }

    private Volume clone(NewVolume wanted, VolumeId id) throws CsiException, IOException {
        Cloning cloning = base.roles()
                .find(Cloning.class)
                .orElseThrow(() -> CsiException.invalid("volume_content_source: this driver does not clone volumes"));
        Volume original = base.volumes().orElseThrow().require(id);
        fits(wanted, original.capacity(), "volume " + id);
        return cloning.clone(wanted, id);
    }

    private static void fits(NewVolume wanted, Bytes content, String source) throws CsiException {
        if (wanted.size().atMost().isLessThan(content)
                || (!wanted.atLeast().isZero() && wanted.atLeast().isLessThan(content))) {
            throw CsiException.outOfRange(
                    "%s holds %s and does not fit into a volume of %s".formatted(source, content, wanted.size()));
        }
    }

    /// A driver that has a place has its volumes there, unless it says otherwise.
    private Volume placed(Volume volume) {
        return base.hasPlace() && volume.accessibleFrom().isEmpty()
                ? volume.accessibleFrom(List.of(base.place()))
                : volume;
    }

    DeleteVolumeResponse delete(DeleteVolumeRequest request) throws CsiException, IOException {
        base.roles().require(Volumes.class, "DeleteVolume");
        Optional<VolumeId> id = VolumeId.parse(Requests.required(request.getVolumeId(), "volume_id"));
        if (id.isPresent()) { // what could never have been a volume of ours is as good as deleted
            try (var _ = base.locks().exclusive(id.get())) {
                mustBeUnused(id.get());
                base.volumes().orElseThrow().remove(id.get(), new Secrets(request.getSecretsMap()));
            }
        }
        return DeleteVolumeResponse.getDefaultInstance();
    }

    private void mustBeUnused(VolumeId id) throws CsiException {
        Optional<Path> usedAt = base.records()
                .flatMap(records -> records.publications()
                        .of(id)
                        .or(() -> records.stagings().of(id)));
        if (usedAt.isPresent()) {
            throw CsiException.notNow(
                    "volume %s is in use at %s on this node; unpublish it first".formatted(id, usedAt.get()));
        }
    }

    ControllerExpandVolumeResponse expand(ControllerExpandVolumeRequest request) throws CsiException, IOException {
        Expansion expansion = base.roles().require(Expansion.class, "ControllerExpandVolume");
        VolumeId id = Requests.volume(request.getVolumeId(), "volume_id");
        if (!request.hasCapacityRange()) {
            throw CsiException.invalid("capacity_range is missing");
        }
        CapacityRange size = Requests.size(request.getCapacityRange());
        Optional<VolumeCapability> capability = request.hasVolumeCapability()
                ? Optional.of(Requests.capability(request.getVolumeCapability()))
                : Optional.empty();
        try (var _ = base.locks().exclusive(id)) {
            VolumeBooks books = base.volumes().orElseThrow(() -> Requests.notFound("volume", id));
            Volume volume = books.require(id);
            if (size.atMost().isLessThan(volume.capacity())) {
                throw CsiException.outOfRange("volume %s has %s already and does not shrink to %s"
                        .formatted(id, volume.capacity(), size.atMost()));
            }
            Grown grown = expansion.expand(new Growth(volume, size, capability, new Secrets(request.getSecretsMap())));
            if (!grown.capacity().equals(volume.capacity())) {
                books.resized(id, grown.capacity());
            }
            return ControllerExpandVolumeResponse.newBuilder()
                    .setCapacityBytes(grown.capacity().count())
                    .setNodeExpansionRequired(grown.nodeMustFollow())
                    .build();
        }
    }

    ControllerModifyVolumeResponse modify(ControllerModifyVolumeRequest request) throws CsiException, IOException {
        Modification modification = base.roles().require(Modification.class, "ControllerModifyVolume");
        VolumeId id = Requests.volume(request.getVolumeId(), "volume_id");
        if (request.getMutableParametersMap().isEmpty()) {
            throw CsiException.invalid("mutable_parameters is missing");
        }
        try (var _ = base.locks().exclusive(id)) {
            base.volumes().orElseThrow(() -> Requests.notFound("volume", id)).require(id);
            modification.checkMutable(request.getMutableParametersMap());
            modification.modify(id, request.getMutableParametersMap(), new Secrets(request.getSecretsMap()));
            return ControllerModifyVolumeResponse.getDefaultInstance();
        }
    }
}
