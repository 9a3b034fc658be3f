package dev.stowage.interop.sidecar;

import static dev.stowage.interop.sidecar.Component.SNAPSHOTTER;

import com.google.protobuf.Message;
import dev.stowage.csi.v1.CreateSnapshotResponse;
import dev.stowage.interop.cluster.Kind;
import dev.stowage.interop.driver.DriverProcess;
import dev.stowage.interop.sidecar.recording.Faults.Fault;
import dev.stowage.interop.sidecar.recording.Faults.Moment;
import io.grpc.Status;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/// How snapshots come and go, with the real snapshot controller beside.
final class SnapshotScenarios {

    static final List<Scenario> ALL = List.of(
            Scenario.quick("snapshot", SNAPSHOTTER, SnapshotScenarios::plain),
            Scenario.of("snapshot-not-ready", SNAPSHOTTER, SnapshotScenarios::notReady),
            Scenario.of("snapshot-fails", SNAPSHOTTER, SnapshotScenarios::fails),
            Scenario.of("snapshot-brought-along", SNAPSHOTTER, SnapshotScenarios::broughtAlong),
            Scenario.of("group-snapshot", SNAPSHOTTER, SnapshotScenarios::group));

    private static final int SIZE = 8 << 20;

    private SnapshotScenarios() {}

    private static void plain(Play play) throws Exception {
        prepare(play);
        play.sidecar(SNAPSHOTTER, "--extra-create-metadata");
        play.create(SnapshotSteps.snapshotOf("snapshot", "claim"));
        SnapshotSteps.awaitReady(play, "snapshot");
        SnapshotSteps.delete(play, "snapshot");
    }

    private static void notReady(Play play) throws Exception {
        prepare(play);
        play.faults().plan("CreateSnapshot", 1, 2, Moment.AFTER, new Fault.Alter(SnapshotScenarios::unready));
        play.sidecar(SNAPSHOTTER);
        play.create(SnapshotSteps.snapshotOf("snapshot", "claim"));
        SnapshotSteps.awaitReady(play, "snapshot");
        SnapshotSteps.delete(play, "snapshot");
    }

    private static void fails(Play play) throws Exception {
        prepare(play);
        play.faults()
                .plan("CreateSnapshot", 1, Moment.BEFORE, new Fault.Answer(Status.INTERNAL.withDescription("not now")));
        play.faults()
                .plan("DeleteSnapshot", 1, Moment.BEFORE, new Fault.Answer(Status.INTERNAL.withDescription("nor now")));
        play.sidecar(SNAPSHOTTER);
        play.create(SnapshotSteps.snapshotOf("snapshot", "claim"));
        SnapshotSteps.awaitReady(play, "snapshot");
        SnapshotSteps.delete(play, "snapshot");
    }

    private static void broughtAlong(Play play) throws Exception {
        DriverProcess driver =
                play.driver(Set.of("ListSnapshots", "GetSnapshot"), "--backend=image", "--pool-size=1Gi");
        String volume = Direct.volume(driver, "volume", SIZE);
        String snapshot = Direct.snapshot(driver, volume, "snapshot");
        play.sidecar(SNAPSHOTTER);
        play.create(SnapshotSteps.content("snapshot", snapshot));
        play.create(SnapshotSteps.snapshotFrom("snapshot"));
        SnapshotSteps.awaitReady(play, "snapshot");
        SnapshotSteps.delete(play, "snapshot");
    }

    private static void group(Play play) throws Exception {
        prepare(play);
        play.patch(Kind.CLAIM, "claim", "{\"metadata\":{\"labels\":{\"group\":\"one\"}}}");
        play.sidecar(SNAPSHOTTER, "--feature-gates=CSIVolumeGroupSnapshot=true");
        play.create(SnapshotSteps.groupSnapshot("group"));
        play.await(
                "the group's snapshot",
                Kind.GROUP_SNAPSHOT,
                "group",
                each -> each.at("/status/readyToUse").asBoolean());
        play.settle();
        play.delete(Kind.GROUP_SNAPSHOT, "group");
        play.awaitGone(Kind.GROUP_SNAPSHOT, "group");
        play.settle();
    }

    private static Message unready(Message answer) {
        CreateSnapshotResponse.Builder changed = ((CreateSnapshotResponse) answer).toBuilder();
        changed.getSnapshotBuilder().setReadyToUse(false);
        return changed.build();
    }

    private static void prepare(Play play) throws IOException, InterruptedException {
        DriverProcess driver = Steps.imageDriver(play);
        Steps.boundClaim(play, Direct.volume(driver, "volume", SIZE), "8Mi");
        play.create(SnapshotSteps.classes());
    }
}
