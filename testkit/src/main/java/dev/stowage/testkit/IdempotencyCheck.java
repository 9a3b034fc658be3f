package dev.stowage.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import dev.stowage.csi.v1.ControllerExpandVolumeResponse;
import dev.stowage.csi.v1.CreateSnapshotResponse;
import dev.stowage.csi.v1.CreateVolumeGroupSnapshotResponse;
import dev.stowage.csi.v1.GetCapacityResponse;
import dev.stowage.csi.v1.GetSnapshotResponse;
import dev.stowage.csi.v1.GetVolumeGroupSnapshotResponse;
import dev.stowage.csi.v1.ListSnapshotsResponse;
import dev.stowage.csi.v1.ListVolumesResponse;
import dev.stowage.csi.v1.NodeGetVolumeStatsResponse;
import dev.stowage.csi.v1.Snapshot;
import io.grpc.MethodDescriptor;
import io.grpc.Status.Code;

/// The expected response when a call is repeated unchanged.
final class IdempotencyCheck {

    private IdempotencyCheck() {}

    static <R extends Message> void check(
            MethodDescriptor<?, R> rpc, Message request, RpcOutcome<R> first, RpcOutcome<R> second) {
        if (second.code() == Code.ABORTED) {
            return; // Still busy with the first: allowed, and the rule itself retries.
        }
        assertThat(second.code())
                .as("the second answer to the same %s (first %s, then %s)", DriverConnection.name(rpc), first, second)
                .isEqualTo(first.code());
        if (first instanceof RpcOutcome.Ok<R>(R before) && second instanceof RpcOutcome.Ok<R>(R after)) {
            assertThat(comparable(after))
                    .as("the second answer to the same %s: %s", DriverConnection.name(rpc), MessageText.of(request))
                    .isEqualTo(comparable(before));
        }
    }

    /// The part of a response that must not change between two identical calls.
    private static Object comparable(Message answer) {
        return switch (answer) {
            case CreateSnapshotResponse created -> comparable(created.getSnapshot());
            case GetSnapshotResponse found -> comparable(found.getSnapshot());
            case CreateVolumeGroupSnapshotResponse created ->
                created.getGroupSnapshot().getGroupSnapshotId();
            case GetVolumeGroupSnapshotResponse found ->
                found.getGroupSnapshot().getGroupSnapshotId();
            case ControllerExpandVolumeResponse grown -> grown.getCapacityBytes();
            // The storage may be shared with others, and page tokens may differ.
            case GetCapacityResponse _, NodeGetVolumeStatsResponse _, ListVolumesResponse _, ListSnapshotsResponse _ ->
                "";
            default -> answer;
        };
    }

    private static Snapshot comparable(Snapshot snapshot) {
        return snapshot.toBuilder().clearReadyToUse().clearSizeBytes().build();
    }
}
