package dev.stowage.sdk.service;

import com.google.protobuf.Int64Value;
import dev.stowage.csi.v1.ControllerGetVolumeRequest;
import dev.stowage.csi.v1.ControllerGetVolumeResponse;
import dev.stowage.csi.v1.GetCapacityRequest;
import dev.stowage.csi.v1.GetCapacityResponse;
import dev.stowage.csi.v1.ListVolumesRequest;
import dev.stowage.csi.v1.ListVolumesResponse;
import dev.stowage.csi.v1.ValidateVolumeCapabilitiesRequest;
import dev.stowage.csi.v1.ValidateVolumeCapabilitiesResponse;
import dev.stowage.csi.v1.VolumeCondition;
import dev.stowage.sdk.Attaching;
import dev.stowage.sdk.AvailableCapacity;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.Capacity;
import dev.stowage.sdk.CapacityQuery;
import dev.stowage.sdk.ControllerVolumeHealth;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.ListPage;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.Topology;
import dev.stowage.sdk.Volume;
import dev.stowage.sdk.VolumeCapability;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Lists, capabilities and capacity.
record QueryCalls(ServiceContext serviceContext) {

    ListVolumesResponse list(ListVolumesRequest request) throws CsiException, IOException {
        VolumeRegistry registry = registry("ListVolumes");
        ListPage<Volume> page = registry.list(
                RequestFields.token(request.getStartingToken()), RequestFields.maxEntries(request.getMaxEntries()));
        var answer = ListVolumesResponse.newBuilder().setNextToken(page.next().orElse(""));
        for (Volume volume : page.entries()) {
            var status = ListVolumesResponse.VolumeStatus.newBuilder().addAllPublishedNodeIds(nodesOf(volume.id()));
            condition(volume.id()).ifPresent(status::setVolumeCondition);
            answer.addEntriesBuilder().setVolume(ProtoConverter.volume(volume)).setStatus(status);
        }
        return answer.build();
    }

    ControllerGetVolumeResponse get(ControllerGetVolumeRequest request) throws CsiException, IOException {
        VolumeRegistry registry = registry("ControllerGetVolume");
        Volume volume = registry.require(RequestFields.volume(request.getVolumeId(), "volume_id"));
        var status = ControllerGetVolumeResponse.VolumeStatus.newBuilder().addAllPublishedNodeIds(nodesOf(volume.id()));
        condition(volume.id()).ifPresent(status::setVolumeCondition);
        return ControllerGetVolumeResponse.newBuilder()
                .setVolume(ProtoConverter.volume(volume))
                .setStatus(status)
                .build();
    }

    private Set<String> nodesOf(VolumeId volume) throws CsiException, IOException {
        Optional<Attaching> attachment = serviceContext.driverRoles().find(Attaching.class);
        return attachment.isEmpty() ? Set.of() : new TreeSet<>(attachment.get().attachedTo(volume));
    }

    private Optional<VolumeCondition> condition(VolumeId volume) {
        return serviceContext
                .driverRoles()
                .find(ControllerVolumeHealth.class)
                .map(controllerVolumeHealth ->
                        ProtoConverter.condition(HealthCalls.orUnknown(controllerVolumeHealth, volume, Secrets.NONE)));
    }

    ValidateVolumeCapabilitiesResponse validate(ValidateVolumeCapabilitiesRequest request)
            throws CsiException, IOException {
        VolumeRegistry registry = registry("ValidateVolumeCapabilities");
        VolumeId id = RequestFields.volume(request.getVolumeId(), "volume_id");
        List<VolumeCapability> wanted = RequestFields.capabilities(request.getVolumeCapabilitiesList());
        Volume volume = registry.require(id);
        var answer = ValidateVolumeCapabilitiesResponse.newBuilder();
        Optional<String> objection = serviceContext.volumeCapabilityCheck().objection(wanted);
        if (objection.isEmpty()
                && !volume.context()
                        .entrySet()
                        .containsAll(request.getVolumeContextMap().entrySet())) {
            objection = Optional.of("volume_context does not match volume " + id);
        }
        if (objection.isPresent()) {
            return answer.setMessage(objection.get()).build();
        }
        answer.getConfirmedBuilder()
                .putAllVolumeContext(request.getVolumeContextMap())
                .addAllVolumeCapabilities(request.getVolumeCapabilitiesList())
                .putAllParameters(request.getParametersMap())
                .putAllMutableParameters(request.getMutableParametersMap());
        return answer.build();
    }

    GetCapacityResponse capacity(GetCapacityRequest request) throws CsiException, IOException {
        Capacity capacity = serviceContext.driverRoles().require(Capacity.class, "GetCapacity");
        List<VolumeCapability> capabilities = RequestFields.optionalCapabilities(request.getVolumeCapabilitiesList());
        Topology at = ProtoConverter.topology(request.getAccessibleTopology());
        boolean elsewhere = serviceContext.volumeTopologies().stream().noneMatch(at::overlaps);
        boolean impossible =
                serviceContext.volumeCapabilityCheck().objection(capabilities).isPresent();
        AvailableCapacity availableCapacity = elsewhere || impossible
                ? AvailableCapacity.NONE
                : capacity.available(new CapacityQuery(at, request.getParametersMap(), capabilities));
        var answer = GetCapacityResponse.newBuilder()
                .setAvailableCapacity(availableCapacity.available().count());
        if (!availableCapacity.maximumVolumeSize().equals(Bytes.UNLIMITED)) {
            answer.setMaximumVolumeSize(
                    Int64Value.of(availableCapacity.maximumVolumeSize().count()));
        }
        if (!availableCapacity.minimumVolumeSize().isZero()) {
            answer.setMinimumVolumeSize(
                    Int64Value.of(availableCapacity.minimumVolumeSize().count()));
        }
        return answer.build();
    }

    private VolumeRegistry registry(String call) throws CsiException {
        return serviceContext
                .volumes()
                .orElseThrow(() -> CsiException.unimplemented(call + " is not supported by this driver"));
    }
}
