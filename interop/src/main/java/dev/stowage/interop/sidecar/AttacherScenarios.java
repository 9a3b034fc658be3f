package dev.stowage.interop.sidecar;

import static dev.stowage.interop.sidecar.SidecarComponent.ATTACHER;

import dev.stowage.interop.cluster.ResourceKind;
import dev.stowage.interop.driver.DriverProcess;
import dev.stowage.interop.sidecar.recording.FaultInjection.Fault;
import dev.stowage.interop.sidecar.recording.FaultInjection.Moment;
import io.grpc.Status;
import java.io.IOException;
import java.util.List;

/// Attaching and detaching of volumes.
final class AttacherScenarios {

    static final List<SidecarScenario> ALL = List.of(
            SidecarScenario.quick("attach", ATTACHER, AttacherScenarios::plain),
            SidecarScenario.of("attach-release", ATTACHER, AttacherScenarios::release),
            SidecarScenario.of("attach-for-pod", ATTACHER, AttacherScenarios::forPod),
            SidecarScenario.of("attach-fails", ATTACHER, AttacherScenarios::attachFails),
            SidecarScenario.of("detach-fails", ATTACHER, AttacherScenarios::detachFails),
            SidecarScenario.of("attach-nothing-to-do", ATTACHER, AttacherScenarios::trivial));

    private static final long SIZE = 8 << 20;

    private AttacherScenarios() {}

    private static void plain(SidecarScenarioContext context) throws Exception {
        prepare(context);
        context.sidecar(ATTACHER);
        attach(context);
        detach(context);
    }

    /// The volume itself is deleted afterwards.
    private static void release(SidecarScenarioContext context) throws Exception {
        plain(context);
        context.delete(ResourceKind.VOLUME, "$NS");
        context.awaitGone(ResourceKind.VOLUME, "$NS");
        context.settle();
    }

    /// The attach-detach controller of Kubernetes requests it, because of a pod.
    private static void forPod(SidecarScenarioContext context) throws Exception {
        prepare(context);
        context.create(SidecarManifests.storageClass("Immediate", "{}"));
        context.create(SidecarManifests.claim("claim", "8Mi", "volumeName: $NS"));
        ScenarioSteps.awaitBound(context, "claim");
        context.sidecar(ATTACHER);
        ScenarioSteps.pod(context, "pod", "claim");
        context.awaitText("the attachment", text -> text.mentions("api PATCH volumeattachments/status"));
        context.settle();
        context.delete(ResourceKind.POD, "pod?gracePeriodSeconds=0");
        context.awaitText("the detachment", text -> text.mentions("csi ControllerUnpublishVolume -> OK"));
        context.settle();
    }

    private static void attachFails(SidecarScenarioContext context) throws Exception {
        prepare(context);
        context.faultInjection()
                .plan(
                        "ControllerPublishVolume",
                        1,
                        Moment.BEFORE,
                        new Fault.ReturnStatus(Status.RESOURCE_EXHAUSTED.withDescription("too many volumes there")));
        context.sidecar(ATTACHER);
        attach(context);
    }

    private static void detachFails(SidecarScenarioContext context) throws Exception {
        prepare(context);
        context.faultInjection()
                .plan(
                        "ControllerUnpublishVolume",
                        1,
                        Moment.BEFORE,
                        new Fault.ReturnStatus(Status.INTERNAL.withDescription("the cable is stuck")));
        context.sidecar(ATTACHER);
        attach(context);
        detach(context);
    }

    private static void trivial(SidecarScenarioContext context) throws Exception {
        DriverProcess driver = ScenarioSteps.localDriver(context);
        context.create(SidecarManifests.volume(DirectDriverCalls.volume(driver, "volume", 1 << 20), "1Mi"));
        context.sidecar(ATTACHER);
        attach(context);
        detach(context);
    }

    private static void prepare(SidecarScenarioContext context) throws IOException, InterruptedException {
        DriverProcess driver = context.driver("--backend=image", "--pool-size=1Gi", "--attach");
        context.create(SidecarManifests.node("a", "a"));
        context.create(SidecarManifests.volume(DirectDriverCalls.volume(driver, "volume", SIZE), "8Mi"));
    }

    private static void attach(SidecarScenarioContext context) throws IOException, InterruptedException {
        context.create(SidecarManifests.attachment());
        context.await(
                "attachment",
                ResourceKind.ATTACHMENT,
                "$NS",
                each -> each.at("/status/attached").asBoolean());
        context.settle();
    }

    private static void detach(SidecarScenarioContext context) throws IOException, InterruptedException {
        context.delete(ResourceKind.ATTACHMENT, "$NS");
        context.awaitGone(ResourceKind.ATTACHMENT, "$NS");
        context.settle();
    }
}
