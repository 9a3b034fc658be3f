package dev.stowage.interop.sidecar;

import static dev.stowage.interop.sidecar.Component.TOGETHER;

import dev.stowage.interop.cluster.Kind;
import dev.stowage.interop.driver.DriverProcess;
import java.util.List;

/// One process in the place of all containers.
final class TogetherScenarios {

    static final List<Scenario> ALL = List.of(
            Scenario.oursOnly("together", TOGETHER, TogetherScenarios::wholeLife),
            Scenario.oursOnly("together-killed", TOGETHER, TogetherScenarios::killed));

    private static final String ROLES = "--roles=provisioner,attacher,resizer,snapshotter,health";

    private TogetherScenarios() {}

    /// A volume is made, attached, copied into a snapshot, grown and detached, all by the same process. Its end is not
    /// in
    /// the script: two roles then let go of it, in any order.
    private static void wholeLife(Play play) throws Exception {
        play.driver("--backend=image", "--pool-size=1Gi", "--attach");
        play.create(Manifests.node("a", "a"));
        play.sidecar(TOGETHER, ROLES, "--leader-election", "--leader-election-namespace=$NS");
        play.create(Manifests.storageClass("Immediate", "{}"));
        play.create(SnapshotSteps.classes());
        play.create(Manifests.claim("claim", "8Mi"));
        String volume = Steps.awaitBound(play, "claim");
        Steps.pod(play, "pod", "claim");
        play.awaitText("the attachment", text -> text.mentions("api PATCH volumeattachments/status"));
        play.settle();
        play.create(SnapshotSteps.snapshotOf("snapshot", "claim"));
        SnapshotSteps.awaitReady(play, "snapshot");
        play.transcript().remark("the script asks for 16Mi");
        play.patch(Kind.CLAIM, "claim", "{\"spec\":{\"resources\":{\"requests\":{\"storage\":\"16Mi\"}}}}");
        play.await(
                "growth",
                Kind.VOLUME,
                volume,
                each -> each.at("/spec/capacity/storage").asText().equals("16Mi"));
        play.settle();
        play.delete(Kind.POD, "pod?gracePeriodSeconds=0");
        play.awaitText("the detachment", text -> text.mentions("csi ControllerUnpublishVolume -> OK"));
        play.settle();
        SnapshotSteps.delete(play, "snapshot");
    }

    /// With the roles that the driver calls for. Killed between the driver's volume and its object, with the claim
    /// deleted before it comes back.
    private static void killed(Play play) throws Exception {
        DriverProcess driver = Steps.localDriver(play);
        TroubleScenarios.killAtVolume(play, TOGETHER);
        play.wholeSidecar(TOGETHER, "--leader-election-namespace=$NS");
        TroubleScenarios.loseClaim(play, driver);
        play.wholeSidecar(TOGETHER, "--leader-election-namespace=$NS");
        TroubleScenarios.awaitNothingLeft(play, driver);
    }
}
