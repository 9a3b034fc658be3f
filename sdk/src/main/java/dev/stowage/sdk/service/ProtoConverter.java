package dev.stowage.sdk.service;

import com.google.protobuf.Timestamp;
import dev.stowage.csi.v1.VolumeContentSource;
import dev.stowage.csi.v1.VolumeHealth;
import dev.stowage.csi.v1.VolumeHealthErrorType;
import dev.stowage.sdk.GroupSnapshot;
import dev.stowage.sdk.HealthProblem;
import dev.stowage.sdk.Snapshot;
import dev.stowage.sdk.Topology;
import dev.stowage.sdk.TopologyRequirement;
import dev.stowage.sdk.Volume;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.VolumeSource;
import java.time.Instant;
import java.util.List;

/// Converts between protobuf messages and domain types; validation is in [RequestFields].
final class ProtoConverter {

    private ProtoConverter() {}

    static TopologyRequirement topology(dev.stowage.csi.v1.TopologyRequirement wanted) {
        return new TopologyRequirement(places(wanted.getRequisiteList()), places(wanted.getPreferredList()));
    }

    static Topology topology(dev.stowage.csi.v1.Topology place) {
        return new Topology(place.getSegmentsMap());
    }

    private static List<Topology> places(List<dev.stowage.csi.v1.Topology> places) {
        return places.stream().map(ProtoConverter::topology).toList();
    }

    static dev.stowage.csi.v1.Topology topology(Topology place) {
        return dev.stowage.csi.v1.Topology.newBuilder()
                .putAllSegments(place.segments())
                .build();
    }

    static dev.stowage.csi.v1.Volume volume(Volume volume) {
        var answer = dev.stowage.csi.v1.Volume.newBuilder()
                .setVolumeId(volume.id().value())
                .setCapacityBytes(volume.capacity().count())
                .putAllVolumeContext(volume.context())
                .addAllAccessibleTopology(volume.accessibleFrom().stream()
                        .filter(place -> !place.equals(Topology.ANYWHERE))
                        .map(ProtoConverter::topology)
                        .toList());
        volume.source().map(ProtoConverter::source).ifPresent(answer::setContentSource);
        return answer.build();
    }

    private static VolumeContentSource source(VolumeSource source) {
        var answer = VolumeContentSource.newBuilder();
        switch (source) {
            case VolumeSource.OfSnapshot(var snapshot) ->
                answer.getSnapshotBuilder().setSnapshotId(snapshot.value());
            case VolumeSource.OfVolume(var volume) -> answer.getVolumeBuilder().setVolumeId(volume.value());
        }
        return answer.build();
    }

    static dev.stowage.csi.v1.Snapshot snapshot(Snapshot snapshot) {
        var answer = dev.stowage.csi.v1.Snapshot.newBuilder()
                .setSnapshotId(snapshot.id().value())
                .setSourceVolumeId(snapshot.of().value())
                .setSizeBytes(snapshot.size().count())
                .setCreationTime(timestamp(snapshot.takenAt()))
                .setReadyToUse(snapshot.ready())
                .addAllAccessibleTopology(snapshot.accessibleFrom().stream()
                        .map(ProtoConverter::topology)
                        .toList());
        snapshot.group().ifPresent(group -> answer.setGroupSnapshotId(group.value()));
        return answer.build();
    }

    static dev.stowage.csi.v1.VolumeGroupSnapshot group(GroupSnapshot group) {
        return dev.stowage.csi.v1.VolumeGroupSnapshot.newBuilder()
                .setGroupSnapshotId(group.id().value())
                .addAllSnapshots(
                        group.members().stream().map(ProtoConverter::snapshot).toList())
                .setCreationTime(timestamp(group.takenAt()))
                .setReadyToUse(group.ready())
                .build();
    }

    static VolumeHealth health(VolumeId volume, List<HealthProblem> problems) {
        var answer = VolumeHealth.newBuilder().setVolumeId(volume.value());
        problems.forEach(problem -> answer.addHealthStatusesBuilder()
                .setStatus(VolumeHealthErrorType.forNumber(problem.kind().number()))
                .setReason(problem.reason())
                .setMessage(problem.message()));
        return answer.build();
    }

    /// The same in CSI 1.12: one flag and one message.
    static dev.stowage.csi.v1.VolumeCondition condition(List<HealthProblem> problems) {
        return dev.stowage.csi.v1.VolumeCondition.newBuilder()
                .setAbnormal(!problems.isEmpty())
                .setMessage(
                        problems.isEmpty()
                                ? "healthy"
                                : String.join(
                                        "; ",
                                        problems.stream()
                                                .map(problem -> problem.reason() + ": " + problem.message())
                                                .toList()))
                .build();
    }

    private static Timestamp timestamp(Instant instant) {
        return Timestamp.newBuilder()
                .setSeconds(instant.getEpochSecond())
                .setNanos(instant.getNano())
                .build();
    }
}
