package dev.stowage.interop.sidecar;

import static dev.stowage.interop.sidecar.Component.RESIZER;

import dev.stowage.interop.cluster.Kind;
import dev.stowage.interop.driver.DriverProcess;
import dev.stowage.interop.sidecar.recording.Faults.Fault;
import dev.stowage.interop.sidecar.recording.Faults.Moment;
import io.grpc.Status;
import java.io.IOException;
import java.util.List;

/// How volumes grow and change.
final class ResizeScenarios {

    static final List<Scenario> ALL = List.of(
            Scenario.quick("expand", RESIZER, ResizeScenarios::plain),
            Scenario.of("expand-on-node", RESIZER, ResizeScenarios::onNode),
            Scenario.of("expand-in-use", RESIZER, ResizeScenarios::inUse),
            Scenario.of("expand-infeasible", RESIZER, ResizeScenarios::infeasible),
            Scenario.of("expand-fails", RESIZER, ResizeScenarios::fails),
            Scenario.of("modify", RESIZER, ResizeScenarios::modify),
            Scenario.of("modify-infeasible", RESIZER, ResizeScenarios::modifyInfeasible));

    private static final String METHOD = "ControllerExpandVolume";

    private ResizeScenarios() {}

    private static void plain(Play play) throws Exception {
        prepare(play);
        play.sidecar(RESIZER);
        ask(play, "2Mi");
        awaitSize(play, "2Mi");
    }

    private static void onNode(Play play) throws Exception {
        DriverProcess driver = Steps.imageDriver(play);
        Steps.boundClaim(play, Direct.volume(driver, "volume", 8 << 20), "8Mi");
        play.sidecar(RESIZER);
        ask(play, "16Mi");
        play.awaitText("asking the node", text -> text.tells("FileSystemResizeRequired"));
        play.settle();
    }

    private static void inUse(Play play) throws Exception {
        prepare(play);
        play.create(Manifests.node("b", "b"));
        Steps.pod(play, "pod", "claim");
        play.faults()
                .plan(
                        METHOD,
                        1,
                        Moment.BEFORE,
                        new Fault.Answer(Status.FAILED_PRECONDITION.withDescription("it is in use")));
        play.sidecar(RESIZER, "--retry-interval-start=10s");
        ask(play, "2Mi");
        play.awaitText("the event of the failure", text -> text.tells("VolumeResizeFailed"));
        play.settle();
        play.delete(Kind.POD, "pod?gracePeriodSeconds=0");
        awaitSize(play, "2Mi");
    }

    /// Too much is asked for; the user takes it back in part, and that works.
    private static void infeasible(Play play) throws Exception {
        prepare(play);
        play.faults()
                .plan(
                        METHOD,
                        1,
                        Integer.MAX_VALUE,
                        Moment.BEFORE,
                        new Fault.Answer(Status.OUT_OF_RANGE.withDescription("that is too much")));
        play.sidecar(RESIZER);
        ask(play, "1Ti");
        play.awaitText("the event of the failure", text -> text.tells("VolumeResizeFailed"));
        play.settle();
        play.faults().lift(METHOD);
        ask(play, "2Mi");
        awaitSize(play, "2Mi");
    }

    private static void fails(Play play) throws Exception {
        prepare(play);
        play.faults()
                .plan(METHOD, 1, Moment.BEFORE, new Fault.Answer(Status.INTERNAL.withDescription("the disk is busy")));
        play.faults().plan(METHOD, 2, Moment.AFTER, new Fault.Answer(Status.UNAVAILABLE.withDescription("try again")));
        play.sidecar(RESIZER);
        ask(play, "2Mi");
        awaitSize(play, "2Mi");
    }

    private static void modify(Play play) throws Exception {
        prepare(play);
        play.create(Manifests.attributesClass("gold"));
        play.sidecar(RESIZER);
        play.patch(Kind.CLAIM, "claim", "{\"spec\":{\"volumeAttributesClassName\":\"$NS-gold\"}}");
        play.await(
                "the change",
                Kind.CLAIM,
                "claim",
                claim -> claim.at("/status/currentVolumeAttributesClassName")
                        .asText()
                        .equals(play.filled("$NS-gold")));
        play.settle();
    }

    private static void modifyInfeasible(Play play) throws Exception {
        prepare(play);
        play.create(Manifests.attributesClass("gold"));
        play.faults()
                .plan(
                        "ControllerModifyVolume",
                        1,
                        Integer.MAX_VALUE,
                        Moment.BEFORE,
                        new Fault.Answer(Status.INVALID_ARGUMENT.withDescription("no such metal")));
        play.sidecar(RESIZER);
        play.patch(Kind.CLAIM, "claim", "{\"spec\":{\"volumeAttributesClassName\":\"$NS-gold\"}}");
        play.awaitText("the event of the failure", text -> text.tells("VolumeModifyFailed"));
        play.settle();
    }

    private static void prepare(Play play) throws IOException, InterruptedException {
        DriverProcess driver = Steps.localDriver(play);
        Steps.boundClaim(play, Direct.volume(driver, "volume", 1 << 20), "1Mi");
    }

    private static void ask(Play play, String size) throws IOException, InterruptedException {
        play.transcript().remark("the script asks for " + size);
        play.patch(Kind.CLAIM, "claim", "{\"spec\":{\"resources\":{\"requests\":{\"storage\":\"" + size + "\"}}}}");
    }

    private static void awaitSize(Play play, String size) throws IOException, InterruptedException {
        play.await(
                "growth",
                Kind.CLAIM,
                "claim",
                claim -> claim.at("/status/capacity/storage").asText().equals(size));
        play.settle();
    }
}
