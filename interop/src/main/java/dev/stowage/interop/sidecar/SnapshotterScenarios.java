package dev.stowage.interop.sidecar;

import static dev.stowage.interop.sidecar.SidecarComponent.SNAPSHOTTER;

import com.google.protobuf.Message;
import dev.stowage.csi.v1.CreateSnapshotResponse;
import dev.stowage.interop.cluster.ResourceKind;
import dev.stowage.interop.driver.DriverProcess;
import dev.stowage.interop.sidecar.recording.FaultInjection.Fault;
import dev.stowage.interop.sidecar.recording.FaultInjection.Moment;
import io.grpc.Status;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/// Creating and deleting snapshots, with the upstream snapshot controller.
final class SnapshotterScenarios {

    static final List<SidecarScenario> ALL = List.of(
            SidecarScenario.quick("snapshot", SNAPSHOTTER, SnapshotterScenarios::plain),
            SidecarScenario.of("snapshot-not-ready", SNAPSHOTTER, SnapshotterScenarios::notReady),
            SidecarScenario.of("snapshot-fails", SNAPSHOTTER, SnapshotterScenarios::fails),
            SidecarScenario.of("snapshot-brought-along", SNAPSHOTTER, SnapshotterScenarios::broughtAlong),
            SidecarScenario.of("group-snapshot", SNAPSHOTTER, SnapshotterScenarios::group));

    private static final int SIZE = 8 << 20;

    private SnapshotterScenarios() {}

    private static void plain(SidecarScenarioContext context) throws Exception {
        prepare(context);
        context.sidecar(SNAPSHOTTER, "--extra-create-metadata");
        context.create(SnapshotSteps.snapshotOf("snapshot", "claim"));
        SnapshotSteps.awaitReady(context, "snapshot");
        SnapshotSteps.delete(context, "snapshot");
    }

    private static void notReady(SidecarScenarioContext context) throws Exception {
        prepare(context);
        context.faultInjection()
                .plan("CreateSnapshot", 1, 2, Moment.AFTER, new Fault.Alter(SnapshotterScenarios::unready));
        context.sidecar(SNAPSHOTTER);
        context.create(SnapshotSteps.snapshotOf("snapshot", "claim"));
        SnapshotSteps.awaitReady(context, "snapshot");
        SnapshotSteps.delete(context, "snapshot");
    }

    private static void fails(SidecarScenarioContext context) throws Exception {
        prepare(context);
        context.faultInjection()
                .plan(
                        "CreateSnapshot",
                        1,
                        Moment.BEFORE,
                        new Fault.ReturnStatus(Status.INTERNAL.withDescription("not now")));
        context.faultInjection()
                .plan(
                        "DeleteSnapshot",
                        1,
                        Moment.BEFORE,
                        new Fault.ReturnStatus(Status.INTERNAL.withDescription("nor now")));
        context.sidecar(SNAPSHOTTER);
        context.create(SnapshotSteps.snapshotOf("snapshot", "claim"));
        SnapshotSteps.awaitReady(context, "snapshot");
        SnapshotSteps.delete(context, "snapshot");
    }

    private static void broughtAlong(SidecarScenarioContext context) throws Exception {
        DriverProcess driver =
                context.driver(Set.of("ListSnapshots", "GetSnapshot"), "--backend=image", "--pool-size=1Gi");
        String volume = DirectDriverCalls.volume(driver, "volume", SIZE);
        String snapshot = DirectDriverCalls.snapshot(driver, volume, "snapshot");
        context.sidecar(SNAPSHOTTER);
        context.create(SnapshotSteps.content("snapshot", snapshot));
        context.create(SnapshotSteps.snapshotFrom("snapshot"));
        SnapshotSteps.awaitReady(context, "snapshot");
        SnapshotSteps.delete(context, "snapshot");
    }

    private static void group(SidecarScenarioContext context) throws Exception {
        prepare(context);
        context.patch(ResourceKind.CLAIM, "claim", "{\"metadata\":{\"labels\":{\"group\":\"one\"}}}");
        context.sidecar(SNAPSHOTTER, "--feature-gates=CSIVolumeGroupSnapshot=true");
        context.create(SnapshotSteps.groupSnapshot("group"));
        context.await(
                "the group's snapshot",
                ResourceKind.GROUP_SNAPSHOT,
                "group",
                each -> each.at("/status/readyToUse").asBoolean());
        context.settle();
        context.delete(ResourceKind.GROUP_SNAPSHOT, "group");
        context.awaitGone(ResourceKind.GROUP_SNAPSHOT, "group");
        context.settle();
    }

    private static Message unready(Message answer) {
        CreateSnapshotResponse.Builder changed = ((CreateSnapshotResponse) answer).toBuilder();
        changed.getSnapshotBuilder().setReadyToUse(false);
        return changed.build();
    }

    private static void prepare(SidecarScenarioContext context) throws IOException, InterruptedException {
        DriverProcess driver = ScenarioSteps.imageDriver(context);
        ScenarioSteps.boundClaim(context, DirectDriverCalls.volume(driver, "volume", SIZE), "8Mi");
        context.create(SnapshotSteps.classes());
    }
}
