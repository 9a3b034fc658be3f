package dev.stowage.interop.sidecar;

import static dev.stowage.interop.sidecar.SidecarComponent.RESIZER;

import dev.stowage.interop.cluster.ResourceKind;
import dev.stowage.interop.driver.DriverProcess;
import dev.stowage.interop.sidecar.recording.FaultInjection.Fault;
import dev.stowage.interop.sidecar.recording.FaultInjection.Moment;
import io.grpc.Status;
import java.io.IOException;
import java.util.List;

/// Expanding and modifying volumes.
final class ResizerScenarios {

    static final List<SidecarScenario> ALL = List.of(
            SidecarScenario.quick("expand", RESIZER, ResizerScenarios::plain),
            SidecarScenario.of("expand-on-node", RESIZER, ResizerScenarios::onNode),
            SidecarScenario.of("expand-in-use", RESIZER, ResizerScenarios::inUse),
            SidecarScenario.of("expand-infeasible", RESIZER, ResizerScenarios::infeasible),
            SidecarScenario.of("expand-fails", RESIZER, ResizerScenarios::fails),
            SidecarScenario.of("modify", RESIZER, ResizerScenarios::modify),
            SidecarScenario.of("modify-infeasible", RESIZER, ResizerScenarios::modifyInfeasible));

    private static final String METHOD = "ControllerExpandVolume";

    private ResizerScenarios() {}

    private static void plain(SidecarScenarioContext context) throws Exception {
        prepare(context);
        context.sidecar(RESIZER);
        ask(context, "2Mi");
        awaitSize(context, "2Mi");
    }

    private static void onNode(SidecarScenarioContext context) throws Exception {
        DriverProcess driver = ScenarioSteps.imageDriver(context);
        ScenarioSteps.boundClaim(context, DirectDriverCalls.volume(driver, "volume", 8 << 20), "8Mi");
        context.sidecar(RESIZER);
        ask(context, "16Mi");
        context.awaitText("asking the node", text -> text.hasEvent("FileSystemResizeRequired"));
        context.settle();
    }

    private static void inUse(SidecarScenarioContext context) throws Exception {
        prepare(context);
        context.create(SidecarManifests.node("b", "b"));
        ScenarioSteps.pod(context, "pod", "claim");
        context.faultInjection()
                .plan(
                        METHOD,
                        1,
                        Moment.BEFORE,
                        new Fault.ReturnStatus(Status.FAILED_PRECONDITION.withDescription("it is in use")));
        context.sidecar(RESIZER, "--retry-interval-start=10s");
        ask(context, "2Mi");
        context.awaitText("the event of the failure", text -> text.hasEvent("VolumeResizeFailed"));
        context.settle();
        context.delete(ResourceKind.POD, "pod?gracePeriodSeconds=0");
        awaitSize(context, "2Mi");
    }

    /// The request is too large; the user reduces it, and that works.
    private static void infeasible(SidecarScenarioContext context) throws Exception {
        prepare(context);
        context.faultInjection()
                .plan(
                        METHOD,
                        1,
                        Integer.MAX_VALUE,
                        Moment.BEFORE,
                        new Fault.ReturnStatus(Status.OUT_OF_RANGE.withDescription("that is too much")));
        context.sidecar(RESIZER);
        ask(context, "1Ti");
        context.awaitText("the event of the failure", text -> text.hasEvent("VolumeResizeFailed"));
        context.settle();
        context.faultInjection().lift(METHOD);
        ask(context, "2Mi");
        awaitSize(context, "2Mi");
    }

    private static void fails(SidecarScenarioContext context) throws Exception {
        prepare(context);
        context.faultInjection()
                .plan(
                        METHOD,
                        1,
                        Moment.BEFORE,
                        new Fault.ReturnStatus(Status.INTERNAL.withDescription("the disk is busy")));
        context.faultInjection()
                .plan(METHOD, 2, Moment.AFTER, new Fault.ReturnStatus(Status.UNAVAILABLE.withDescription("try again")));
        context.sidecar(RESIZER);
        ask(context, "2Mi");
        awaitSize(context, "2Mi");
    }

    private static void modify(SidecarScenarioContext context) throws Exception {
        prepare(context);
        context.create(SidecarManifests.attributesClass("gold"));
        context.sidecar(RESIZER);
        context.patch(ResourceKind.CLAIM, "claim", "{\"spec\":{\"volumeAttributesClassName\":\"$NS-gold\"}}");
        context.await(
                "the change",
                ResourceKind.CLAIM,
                "claim",
                claim -> claim.at("/status/currentVolumeAttributesClassName")
                        .asText()
                        .equals(context.filled("$NS-gold")));
        context.settle();
    }

    private static void modifyInfeasible(SidecarScenarioContext context) throws Exception {
        prepare(context);
        context.create(SidecarManifests.attributesClass("gold"));
        context.faultInjection()
                .plan(
                        "ControllerModifyVolume",
                        1,
                        Integer.MAX_VALUE,
                        Moment.BEFORE,
                        new Fault.ReturnStatus(Status.INVALID_ARGUMENT.withDescription("no such metal")));
        context.sidecar(RESIZER);
        context.patch(ResourceKind.CLAIM, "claim", "{\"spec\":{\"volumeAttributesClassName\":\"$NS-gold\"}}");
        context.awaitText("the event of the failure", text -> text.hasEvent("VolumeModifyFailed"));
        context.settle();
    }

    private static void prepare(SidecarScenarioContext context) throws IOException, InterruptedException {
        DriverProcess driver = ScenarioSteps.localDriver(context);
        ScenarioSteps.boundClaim(context, DirectDriverCalls.volume(driver, "volume", 1 << 20), "1Mi");
    }

    private static void ask(SidecarScenarioContext context, String size) throws IOException, InterruptedException {
        context.transcript().remark("the script asks for " + size);
        context.patch(
                ResourceKind.CLAIM,
                "claim",
                "{\"spec\":{\"resources\":{\"requests\":{\"storage\":\"" + size + "\"}}}}");
    }

    private static void awaitSize(SidecarScenarioContext context, String size)
            throws IOException, InterruptedException {
        context.await(
                "growth",
                ResourceKind.CLAIM,
                "claim",
                claim -> claim.at("/status/capacity/storage").asText().equals(size));
        context.settle();
    }
}
