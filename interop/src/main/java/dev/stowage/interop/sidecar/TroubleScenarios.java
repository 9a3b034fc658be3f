package dev.stowage.interop.sidecar;

import static dev.stowage.interop.sidecar.Component.PROVISIONER;

import dev.stowage.interop.cluster.Kind;
import dev.stowage.interop.driver.DriverProcess;
import dev.stowage.interop.sidecar.recording.Faults.Fault;
import dev.stowage.interop.sidecar.recording.Faults.Moment;
import io.grpc.Status;
import java.io.IOException;
import java.util.List;

/// What goes wrong while volumes are made and deleted.
final class TroubleScenarios {

    static final List<Scenario> ALL = List.of(
            Scenario.of("infeasible", PROVISIONER, TroubleScenarios::infeasible),
            Scenario.quick("exhausted", PROVISIONER, TroubleScenarios::exhausted),
            Scenario.of("deadline", PROVISIONER, TroubleScenarios::deadline),
            Scenario.of("deleted-meanwhile", PROVISIONER, TroubleScenarios::deletedMeanwhile),
            Scenario.quick("killed-before-volume", PROVISIONER, TroubleScenarios::killedBeforeVolume),
            Scenario.oursOnly("nothing-leaks", PROVISIONER, TroubleScenarios::nothingLeaks),
            Scenario.of("delete-fails", PROVISIONER, TroubleScenarios::deleteFails));

    private TroubleScenarios() {}

    private static void infeasible(Play play) throws Exception {
        Steps.localDriver(play);
        play.faults()
                .plan(
                        "CreateVolume",
                        1,
                        Integer.MAX_VALUE,
                        Moment.BEFORE,
                        new Fault.Answer(Status.INVALID_ARGUMENT.withDescription("no such colour")));
        play.sidecar(PROVISIONER);
        play.create(Manifests.storageClass("Immediate", "{colour: green}"));
        play.create(Manifests.claim("claim", "1Mi"));
        play.awaitText("the event of the failure", text -> text.tells("ProvisioningFailed"));
        play.settle();
        Steps.deleteClaim(play, "claim");
    }

    private static void exhausted(Play play) throws Exception {
        Steps.localDriver(play);
        play.faults()
                .plan(
                        "CreateVolume",
                        1,
                        Moment.BEFORE,
                        new Fault.Answer(Status.RESOURCE_EXHAUSTED.withDescription("the node is full")));
        play.sidecar(PROVISIONER);
        play.create(Manifests.storageClass("WaitForFirstConsumer", "{}"));
        play.create(Manifests.claim("claim", "1Mi"));
        Steps.selectNode(play, "claim", "a");
        play.await(
                "asking for another node",
                Kind.CLAIM,
                "claim",
                claim -> !claim.path("metadata").path("annotations").has("volume.kubernetes.io/selected-node"));
        play.settle();
        Steps.selectNode(play, "claim", "a");
        Steps.awaitBound(play, "claim");
        Steps.deleteClaim(play, "claim");
    }

    private static void deadline(Play play) throws Exception {
        Steps.localDriver(play);
        play.faults()
                .plan(
                        "CreateVolume",
                        1,
                        Moment.AFTER,
                        new Fault.Answer(Status.DEADLINE_EXCEEDED.withDescription("it took too long")));
        play.sidecar(PROVISIONER);
        play.create(Manifests.storageClass("Immediate", "{}"));
        play.create(Manifests.claim("claim", "1Mi"));
        Steps.awaitBound(play, "claim");
        Steps.deleteClaim(play, "claim");
    }

    private static void deletedMeanwhile(Play play) throws Exception {
        Steps.localDriver(play);
        play.faults().plan("CreateVolume", 1, Moment.BEFORE, new Fault.Meanwhile(() -> {
            play.delete(Kind.CLAIM, "claim");
            play.awaitGone(Kind.CLAIM, "claim");
        }));
        play.sidecar(PROVISIONER, "--timeout=60s");
        play.create(Manifests.storageClass("Immediate", "{}"));
        play.create(Manifests.claim("claim", "1Mi"));
        play.awaitText("deletion of the volume", text -> text.mentions("csi DeleteVolume -> OK"));
        play.settle();
    }

    private static void killedBeforeVolume(Play play) throws Exception {
        Steps.localDriver(play);
        play.faults().plan("POST persistentvolumes", 1, Moment.BEFORE, new Fault.Drop(() -> play.kill(PROVISIONER)));
        play.sidecar(PROVISIONER);
        play.create(Manifests.storageClass("Immediate", "{}"));
        play.create(Manifests.claim("claim", "1Mi"));
        play.awaitText("the kill", text -> text.mentions("not passed on"));
        play.transcript().remark("it was killed, and is started again");
        play.sidecar(PROVISIONER);
        Steps.awaitBound(play, "claim");
        Steps.deleteClaim(play, "claim");
    }

    /// Killed when the driver had made the volume, and the claim is deleted before it comes back: nobody would know.
    private static void nothingLeaks(Play play) throws Exception {
        DriverProcess driver = Steps.localDriver(play);
        killAtVolume(play, PROVISIONER);
        play.wholeSidecar(PROVISIONER, "--leader-election-namespace=$NS");
        loseClaim(play, driver);
        play.wholeSidecar(PROVISIONER, "--leader-election-namespace=$NS");
        awaitNothingLeft(play, driver);
    }

    static void killAtVolume(Play play, Component component) {
        play.faults().plan("POST persistentvolumes", 1, Moment.BEFORE, new Fault.Drop(() -> play.kill(component)));
    }

    /// A claim for which the process is killed when the driver has its volume, and which is deleted then.
    static void loseClaim(Play play, DriverProcess driver) throws IOException, InterruptedException {
        play.create(Manifests.storageClass("Immediate", "{}"));
        play.create(Manifests.claim("claim", "1Mi"));
        play.awaitText("the kill", text -> text.mentions("not passed on"));
        play.delete(Kind.CLAIM, "claim");
        play.awaitGone(Kind.CLAIM, "claim");
        play.transcript().remark("it is started again; the driver has " + Direct.volumes(driver) + " volume");
    }

    static void awaitNothingLeft(Play play, DriverProcess driver) throws IOException, InterruptedException {
        play.awaitText("the volume's end", text -> text.mentions("csi DeleteVolume -> OK"));
        play.settle();
        play.transcript().remark("the driver has " + Direct.volumes(driver) + " volumes");
    }

    private static void deleteFails(Play play) throws Exception {
        Steps.localDriver(play);
        play.faults()
                .plan(
                        "DeleteVolume",
                        1,
                        Moment.BEFORE,
                        new Fault.Answer(Status.INTERNAL.withDescription("the disk is busy")));
        play.sidecar(PROVISIONER);
        play.create(Manifests.storageClass("Immediate", "{}"));
        play.create(Manifests.claim("claim", "1Mi"));
        Steps.awaitBound(play, "claim");
        Steps.deleteClaim(play, "claim");
    }
}
