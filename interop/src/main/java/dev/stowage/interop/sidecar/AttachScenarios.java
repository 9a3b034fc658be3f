package dev.stowage.interop.sidecar;

import static dev.stowage.interop.sidecar.Component.ATTACHER;

import dev.stowage.interop.cluster.Kind;
import dev.stowage.interop.driver.DriverProcess;
import dev.stowage.interop.sidecar.recording.Faults.Fault;
import dev.stowage.interop.sidecar.recording.Faults.Moment;
import io.grpc.Status;
import java.io.IOException;
import java.util.List;

/// How volumes reach nodes and leave them.
final class AttachScenarios {

    static final List<Scenario> ALL = List.of(
            Scenario.quick("attach", ATTACHER, AttachScenarios::plain),
            Scenario.of("attach-release", ATTACHER, AttachScenarios::release),
            Scenario.of("attach-for-pod", ATTACHER, AttachScenarios::forPod),
            Scenario.of("attach-fails", ATTACHER, AttachScenarios::attachFails),
            Scenario.of("detach-fails", ATTACHER, AttachScenarios::detachFails),
            Scenario.of("attach-nothing-to-do", ATTACHER, AttachScenarios::trivial));

    private static final long SIZE = 8 << 20;

    private AttachScenarios() {}

    private static void plain(Play play) throws Exception {
        prepare(play);
        play.sidecar(ATTACHER);
        attach(play);
        detach(play);
    }

    /// The volume itself is deleted afterwards, and may go.
    private static void release(Play play) throws Exception {
        plain(play);
        play.delete(Kind.VOLUME, "$NS");
        play.awaitGone(Kind.VOLUME, "$NS");
        play.settle();
    }

    /// The attach-detach controller of Kubernetes asks, because of a pod.
    private static void forPod(Play play) throws Exception {
        prepare(play);
        play.create(Manifests.storageClass("Immediate", "{}"));
        play.create(Manifests.claim("claim", "8Mi", "volumeName: $NS"));
        Steps.awaitBound(play, "claim");
        play.sidecar(ATTACHER);
        Steps.pod(play, "pod", "claim");
        play.awaitText("the attachment", text -> text.mentions("api PATCH volumeattachments/status"));
        play.settle();
        play.delete(Kind.POD, "pod?gracePeriodSeconds=0");
        play.awaitText("the detachment", text -> text.mentions("csi ControllerUnpublishVolume -> OK"));
        play.settle();
    }

    private static void attachFails(Play play) throws Exception {
        prepare(play);
        play.faults()
                .plan(
                        "ControllerPublishVolume",
                        1,
                        Moment.BEFORE,
                        new Fault.Answer(Status.RESOURCE_EXHAUSTED.withDescription("too many volumes there")));
        play.sidecar(ATTACHER);
        attach(play);
    }

    private static void detachFails(Play play) throws Exception {
        prepare(play);
        play.faults()
                .plan(
                        "ControllerUnpublishVolume",
                        1,
                        Moment.BEFORE,
                        new Fault.Answer(Status.INTERNAL.withDescription("the cable is stuck")));
        play.sidecar(ATTACHER);
        attach(play);
        detach(play);
    }

    private static void trivial(Play play) throws Exception {
        DriverProcess driver = Steps.localDriver(play);
        play.create(Manifests.volume(Direct.volume(driver, "volume", 1 << 20), "1Mi"));
        play.sidecar(ATTACHER);
        attach(play);
        detach(play);
    }

    private static void prepare(Play play) throws IOException, InterruptedException {
        DriverProcess driver = play.driver("--backend=image", "--pool-size=1Gi", "--attach");
        play.create(Manifests.node("a", "a"));
        play.create(Manifests.volume(Direct.volume(driver, "volume", SIZE), "8Mi"));
    }

    private static void attach(Play play) throws IOException, InterruptedException {
        play.create(Manifests.attachment());
        play.await(
                "attachment",
                Kind.ATTACHMENT,
                "$NS",
                each -> each.at("/status/attached").asBoolean());
        play.settle();
    }

    private static void detach(Play play) throws IOException, InterruptedException {
        play.delete(Kind.ATTACHMENT, "$NS");
        play.awaitGone(Kind.ATTACHMENT, "$NS");
        play.settle();
    }
}
