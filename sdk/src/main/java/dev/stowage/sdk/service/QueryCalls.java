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
import dev.stowage.sdk.Attachment;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.Capacity;
import dev.stowage.sdk.CapacityQuery;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.Health;
import dev.stowage.sdk.Page;
import dev.stowage.sdk.Room;
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

/// What there is, what it can do, and how much more fits.
record QueryCalls(Base base) {

    ListVolumesResponse list(ListVolumesRequest request) throws CsiException, IOException {
        VolumeBooks books = books("ListVolumes");
        Page<Volume> page =
                books.list(Requests.token(request.getStartingToken()), Requests.most(request.getMaxEntries()));
        var answer = ListVolumesResponse.newBuilder().setNextToken(page.next().orElse(""));
        for (Volume volume : page.entries()) {
            var status = ListVolumesResponse.VolumeStatus.newBuilder().addAllPublishedNodeIds(nodesOf(volume.id()));
            condition(volume.id()).ifPresent(status::setVolumeCondition);
            answer.addEntriesBuilder().setVolume(Wire.volume(volume)).setStatus(status);
        }
        return answer.build();
    }

    ControllerGetVolumeResponse get(ControllerGetVolumeRequest request) throws CsiException, IOException {
        VolumeBooks books = books("ControllerGetVolume");
        Volume volume = books.require(Requests.volume(request.getVolumeId(), "volume_id"));
        var status = ControllerGetVolumeResponse.VolumeStatus.newBuilder().addAllPublishedNodeIds(nodesOf(volume.id()));
        condition(volume.id()).ifPresent(status::setVolumeCondition);
        return ControllerGetVolumeResponse.newBuilder()
                .setVolume(Wire.volume(volume))
                .setStatus(status)
                .build();
    }

    private Set<String> nodesOf(VolumeId volume) throws CsiException, IOException {
        Optional<Attachment> attachment = base.roles().find(Attachment.class);
        return attachment.isEmpty() ? Set.of() : new TreeSet<>(attachment.get().attachedTo(volume));
    }

    private Optional<VolumeCondition> condition(VolumeId volume) {
        return base.roles()
                .find(Health.class)
                .map(health -> Wire.condition(HealthCalls.orUnknown(health, volume, Secrets.NONE)));
    }

    ValidateVolumeCapabilitiesResponse validate(ValidateVolumeCapabilitiesRequest request)
            throws CsiException, IOException {
        VolumeBooks books = books("ValidateVolumeCapabilities");
        VolumeId id = Requests.volume(request.getVolumeId(), "volume_id");
        List<VolumeCapability> wanted = Requests.capabilities(request.getVolumeCapabilitiesList());
        Volume volume = books.require(id);
        var answer = ValidateVolumeCapabilitiesResponse.newBuilder();
        Optional<String> objection = base.permitted().objection(wanted);
        if (objection.isEmpty()
                && !volume.context()
                        .entrySet()
                        .containsAll(request.getVolumeContextMap().entrySet())) {
            objection = Optional.of("volume_context is not that of volume " + id);
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
        Capacity capacity = base.roles().require(Capacity.class, "GetCapacity");
        List<VolumeCapability> capabilities = Requests.optionalCapabilities(request.getVolumeCapabilitiesList());
        Topology at = Wire.topology(request.getAccessibleTopology());
        boolean elsewhere = base.hasPlace() && !base.place().isWithin(at);
        boolean impossible = base.permitted().objection(capabilities).isPresent();
        Room room = elsewhere || impossible
                ? Room.NONE
                : capacity.available(new CapacityQuery(at, request.getParametersMap(), capabilities));
        var answer = GetCapacityResponse.newBuilder()
                .setAvailableCapacity(room.available().count());
        if (!room.biggest().equals(Bytes.UNLIMITED)) {
            answer.setMaximumVolumeSize(Int64Value.of(room.biggest().count()));
        }
        if (!room.smallest().isZero()) {
            answer.setMinimumVolumeSize(Int64Value.of(room.smallest().count()));
        }
        return answer.build();
    }

    private VolumeBooks books(String call) throws CsiException {
        return base.volumes().orElseThrow(() -> CsiException.unimplemented(call + " is not offered by this driver"));
    }
}
