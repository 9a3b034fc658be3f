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
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.ExpandRequest;
import dev.stowage.sdk.ExpandResult;
import dev.stowage.sdk.NewVolume;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.Snapshot;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.Snapshots;
import dev.stowage.sdk.Volume;
import dev.stowage.sdk.VolumeCapability;
import dev.stowage.sdk.VolumeCloning;
import dev.stowage.sdk.VolumeExpansion;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.VolumeModification;
import dev.stowage.sdk.VolumeSource;
import dev.stowage.sdk.Volumes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// The life of a volume: made, grown, modified, removed.
record VolumeCalls(ServiceContext serviceContext) {

    CreateVolumeResponse create(CreateVolumeRequest request) throws CsiException, IOException {
        Volumes volumes = serviceContext.driverRoles().require(Volumes.class, "CreateVolume");
        String name = RequestFields.required(request.getName(), "name");
        Optional<VolumeSource> source =
                RequestFields.source(request.hasVolumeContentSource(), request.getVolumeContentSource());
        NewVolume wanted = new NewVolume(
                VolumeId.of(name),
                name,
                RequestFields.size(request.getCapacityRange()),
                RequestFields.capabilities(request.getVolumeCapabilitiesList()),
                request.getParametersMap(),
                request.getMutableParametersMap(),
                ProtoConverter.topology(request.getAccessibilityRequirements()),
                new Secrets(request.getSecretsMap()));
        serviceContext.volumeCapabilityCheck().check(wanted.capabilities());
        if (!wanted.mutableParameters().isEmpty()) {
            serviceContext
                    .driverRoles()
                    .find(VolumeModification.class)
                    .orElseThrow(() -> CsiException.invalidArgument(
                            "mutable_parameters: this driver does not support modifying volumes"))
                    .checkMutable(wanted.mutableParameters());
        }
        serviceContext.requireAccessible(wanted.topology(), "volumes");
        try (var _ = serviceContext.operationLocks().exclusive(wanted.id());
                var _ = shared(source)) {
            serviceContext.fencing().requireNoCopy(wanted.id());
            Volume volume = serviceContext
                    .volumes()
                    .orElseThrow()
                    .create(wanted, source, () -> placed(fill(volumes, wanted, source)));
            return CreateVolumeResponse.newBuilder()
                    .setVolume(ProtoConverter.volume(volume))
                    .build();
        }
    }

    /// What a volume is made from stays while it is read.
    private OperationLocks.Held shared(Optional<VolumeSource> source) throws CsiException {
        if (source.isEmpty()) {
            return () -> {};
        }
        return switch (source.get()) {
            case VolumeSource.OfSnapshot(SnapshotId snapshot) ->
                serviceContext.operationLocks().shared(snapshot);
            case VolumeSource.OfVolume(VolumeId volume) ->
                serviceContext.operationLocks().shared(volume);
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
        Snapshots snapshots = serviceContext
                .driverRoles()
                .find(Snapshots.class)
                .orElseThrow(() ->
                        CsiException.invalidArgument("volume_content_source: this driver does not support snapshots"));
        Snapshot snapshot = serviceContext.snapshots().orElseThrow().require(id);
        if (!snapshot.ready()) {
            throw CsiException.aborted("snapshot " + id + " is not ready yet");
        }
        fits(wanted, snapshot.size(), "snapshot " + id);
        return snapshots.restore(wanted, snapshot);
    }

    private Volume clone(NewVolume wanted, VolumeId id) throws CsiException, IOException {
        VolumeCloning volumeCloning = serviceContext
                .driverRoles()
                .find(VolumeCloning.class)
                .orElseThrow(() ->
                        CsiException.invalidArgument("volume_content_source: this driver does not support cloning"));
        Volume original = serviceContext.volumes().orElseThrow().require(id);
        fits(wanted, original.capacity(), "volume " + id);
        return volumeCloning.clone(wanted, id);
    }

    private static void fits(NewVolume wanted, Bytes content, String source) throws CsiException {
        if (wanted.size().atMost().isLessThan(content)
                || (!wanted.atLeast().isZero() && wanted.atLeast().isLessThan(content))) {
            throw CsiException.outOfRange(
                    "%s contains %s and does not fit into a volume of %s".formatted(source, content, wanted.size()));
        }
    }

    private Volume placed(Volume volume) {
        return volume.accessibleFrom(serviceContext.placed(volume.accessibleFrom()));
    }

    DeleteVolumeResponse delete(DeleteVolumeRequest request) throws CsiException, IOException {
        serviceContext.driverRoles().require(Volumes.class, "DeleteVolume");
        Optional<VolumeId> id = VolumeId.parse(RequestFields.required(request.getVolumeId(), "volume_id"));
        if (id.isPresent()) { // what could never have been a volume of ours is as good as deleted
            try (var _ = serviceContext.operationLocks().exclusive(id.get())) {
                mustBeUnused(id.get());
                serviceContext.fencing().requireActive(id.get());
                serviceContext.volumes().orElseThrow().remove(id.get(), new Secrets(request.getSecretsMap()));
                serviceContext.fencing().forget(id.get());
            }
        }
        return DeleteVolumeResponse.getDefaultInstance();
    }

    private void mustBeUnused(VolumeId id) throws CsiException {
        Optional<Path> usedAt = serviceContext
                .records()
                .flatMap(driverRecords -> driverRecords
                        .publications()
                        .of(id)
                        .or(() -> driverRecords.stagings().of(id)));
        if (usedAt.isPresent()) {
            throw CsiException.failedPrecondition(
                    "volume %s is in use at %s on this node; unpublish it first".formatted(id, usedAt.get()));
        }
    }

    ControllerExpandVolumeResponse expand(ControllerExpandVolumeRequest request) throws CsiException, IOException {
        VolumeExpansion volumeExpansion =
                serviceContext.driverRoles().require(VolumeExpansion.class, "ControllerExpandVolume");
        VolumeId id = RequestFields.volume(request.getVolumeId(), "volume_id");
        if (!request.hasCapacityRange()) {
            throw CsiException.invalidArgument("capacity_range is missing");
        }
        CapacityRange size = RequestFields.size(request.getCapacityRange());
        Optional<VolumeCapability> capability = request.hasVolumeCapability()
                ? Optional.of(RequestFields.capability(request.getVolumeCapability()))
                : Optional.empty();
        try (var _ = serviceContext.operationLocks().exclusive(id)) {
            VolumeRegistry registry = serviceContext.volumes().orElseThrow(() -> RequestFields.notFound("volume", id));
            Volume volume = registry.require(id);
            if (size.atMost().isLessThan(volume.capacity())) {
                throw CsiException.outOfRange("volume %s already has %s and cannot shrink to %s"
                        .formatted(id, volume.capacity(), size.atMost()));
            }
            serviceContext.fencing().requireActive(id);
            ExpandResult expandResult = volumeExpansion.expand(
                    new ExpandRequest(volume, size, capability, new Secrets(request.getSecretsMap())));
            if (!expandResult.capacity().equals(volume.capacity())) {
                registry.resized(id, expandResult.capacity());
            }
            return ControllerExpandVolumeResponse.newBuilder()
                    .setCapacityBytes(expandResult.capacity().count())
                    .setNodeExpansionRequired(expandResult.nodeExpansionRequired())
                    .build();
        }
    }

    ControllerModifyVolumeResponse modify(ControllerModifyVolumeRequest request) throws CsiException, IOException {
        VolumeModification volumeModification =
                serviceContext.driverRoles().require(VolumeModification.class, "ControllerModifyVolume");
        VolumeId id = RequestFields.volume(request.getVolumeId(), "volume_id");
        try (var _ = serviceContext.operationLocks().exclusive(id)) {
            serviceContext
                    .volumes()
                    .orElseThrow(() -> RequestFields.notFound("volume", id))
                    .require(id);
            serviceContext.fencing().requireActive(id);
            // No parameters change nothing; csi-sanity expects that to succeed.
            if (!request.getMutableParametersMap().isEmpty()) {
                volumeModification.checkMutable(request.getMutableParametersMap());
                volumeModification.modify(id, request.getMutableParametersMap(), new Secrets(request.getSecretsMap()));
            }
            return ControllerModifyVolumeResponse.getDefaultInstance();
        }
    }
}
