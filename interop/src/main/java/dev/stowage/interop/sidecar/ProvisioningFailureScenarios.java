package dev.stowage.interop.sidecar;

import static dev.stowage.interop.sidecar.SidecarComponent.PROVISIONER;

import dev.stowage.interop.cluster.ResourceKind;
import dev.stowage.interop.driver.DriverProcess;
import dev.stowage.interop.sidecar.recording.FaultInjection.Fault;
import dev.stowage.interop.sidecar.recording.FaultInjection.Moment;
import io.grpc.Status;
import java.io.IOException;
import java.util.List;

/// Failures while volumes are created and deleted.
final class ProvisioningFailureScenarios {

    static final List<SidecarScenario> ALL = List.of(
            SidecarScenario.of("infeasible", PROVISIONER, ProvisioningFailureScenarios::infeasible),
            SidecarScenario.quick("exhausted", PROVISIONER, ProvisioningFailureScenarios::exhausted),
            SidecarScenario.of("deadline", PROVISIONER, ProvisioningFailureScenarios::deadline),
            SidecarScenario.of("deleted-meanwhile", PROVISIONER, ProvisioningFailureScenarios::deletedMeanwhile),
            SidecarScenario.quick(
                    "killed-before-volume", PROVISIONER, ProvisioningFailureScenarios::killedBeforeVolume),
            SidecarScenario.oursOnly("nothing-leaks", PROVISIONER, ProvisioningFailureScenarios::nothingLeaks),
            SidecarScenario.of("delete-fails", PROVISIONER, ProvisioningFailureScenarios::deleteFails));

    private ProvisioningFailureScenarios() {}

    private static void infeasible(SidecarScenarioContext context) throws Exception {
        ScenarioSteps.localDriver(context);
        context.faultInjection()
                .plan(
                        "CreateVolume",
                        1,
                        Integer.MAX_VALUE,
                        Moment.BEFORE,
                        new Fault.ReturnStatus(Status.INVALID_ARGUMENT.withDescription("no such colour")));
        context.sidecar(PROVISIONER);
        context.create(SidecarManifests.storageClass("Immediate", "{colour: green}"));
        context.create(SidecarManifests.claim("claim", "1Mi"));
        context.awaitText("the event of the failure", text -> text.hasEvent("ProvisioningFailed"));
        context.settle();
        ScenarioSteps.deleteClaim(context, "claim");
    }

    private static void exhausted(SidecarScenarioContext context) throws Exception {
        ScenarioSteps.localDriver(context);
        context.faultInjection()
                .plan(
                        "CreateVolume",
                        1,
                        Moment.BEFORE,
                        new Fault.ReturnStatus(Status.RESOURCE_EXHAUSTED.withDescription("the node is full")));
        context.sidecar(PROVISIONER);
        context.create(SidecarManifests.storageClass("WaitForFirstConsumer", "{}"));
        context.create(SidecarManifests.claim("claim", "1Mi"));
        ScenarioSteps.selectNode(context, "claim", "a");
        context.await(
                "asking for another node",
                ResourceKind.CLAIM,
                "claim",
                claim -> !claim.path("metadata").path("annotations").has("volume.kubernetes.io/selected-node"));
        context.settle();
        ScenarioSteps.selectNode(context, "claim", "a");
        ScenarioSteps.awaitBound(context, "claim");
        ScenarioSteps.deleteClaim(context, "claim");
    }

    private static void deadline(SidecarScenarioContext context) throws Exception {
        ScenarioSteps.localDriver(context);
        context.faultInjection()
                .plan(
                        "CreateVolume",
                        1,
                        Moment.AFTER,
                        new Fault.ReturnStatus(Status.DEADLINE_EXCEEDED.withDescription("it took too long")));
        context.sidecar(PROVISIONER);
        context.create(SidecarManifests.storageClass("Immediate", "{}"));
        context.create(SidecarManifests.claim("claim", "1Mi"));
        ScenarioSteps.awaitBound(context, "claim");
        ScenarioSteps.deleteClaim(context, "claim");
    }

    private static void deletedMeanwhile(SidecarScenarioContext context) throws Exception {
        ScenarioSteps.localDriver(context);
        context.faultInjection().plan("CreateVolume", 1, Moment.BEFORE, new Fault.Meanwhile(() -> {
            context.delete(ResourceKind.CLAIM, "claim");
            context.awaitGone(ResourceKind.CLAIM, "claim");
        }));
        context.sidecar(PROVISIONER, "--timeout=60s");
        context.create(SidecarManifests.storageClass("Immediate", "{}"));
        context.create(SidecarManifests.claim("claim", "1Mi"));
        context.awaitText("deletion of the volume", text -> text.mentions("csi DeleteVolume -> OK"));
        context.settle();
    }

    private static void killedBeforeVolume(SidecarScenarioContext context) throws Exception {
        ScenarioSteps.localDriver(context);
        context.faultInjection()
                .plan("POST persistentvolumes", 1, Moment.BEFORE, new Fault.Drop(() -> context.kill(PROVISIONER)));
        context.sidecar(PROVISIONER);
        context.create(SidecarManifests.storageClass("Immediate", "{}"));
        context.create(SidecarManifests.claim("claim", "1Mi"));
        context.awaitText("the kill", text -> text.mentions("not passed on"));
        context.transcript().remark("it was killed, and is started again");
        context.sidecar(PROVISIONER);
        ScenarioSteps.awaitBound(context, "claim");
        ScenarioSteps.deleteClaim(context, "claim");
    }

    /// Killed after the driver created the volume, and the claim is deleted before the restart: the volume
    /// would leak.
    private static void nothingLeaks(SidecarScenarioContext context) throws Exception {
        DriverProcess driver = ScenarioSteps.localDriver(context);
        killAtVolume(context, PROVISIONER);
        context.wholeSidecar(PROVISIONER, "--leader-election-namespace=$NS");
        loseClaim(context, driver);
        context.wholeSidecar(PROVISIONER, "--leader-election-namespace=$NS");
        awaitNothingLeft(context, driver);
    }

    static void killAtVolume(SidecarScenarioContext context, SidecarComponent sidecarComponent) {
        context.faultInjection()
                .plan("POST persistentvolumes", 1, Moment.BEFORE, new Fault.Drop(() -> context.kill(sidecarComponent)));
    }

    /// Kills the process after the driver created the claim's volume, and then deletes the claim.
    static void loseClaim(SidecarScenarioContext context, DriverProcess driver)
            throws IOException, InterruptedException {
        context.create(SidecarManifests.storageClass("Immediate", "{}"));
        context.create(SidecarManifests.claim("claim", "1Mi"));
        context.awaitText("the kill", text -> text.mentions("not passed on"));
        context.delete(ResourceKind.CLAIM, "claim");
        context.awaitGone(ResourceKind.CLAIM, "claim");
        context.transcript()
                .remark("it is started again; the driver has " + DirectDriverCalls.volumes(driver) + " volume");
    }

    static void awaitNothingLeft(SidecarScenarioContext context, DriverProcess driver)
            throws IOException, InterruptedException {
        context.awaitText("the volume's end", text -> text.mentions("csi DeleteVolume -> OK"));
        context.settle();
        context.transcript().remark("the driver has " + DirectDriverCalls.volumes(driver) + " volumes");
    }

    private static void deleteFails(SidecarScenarioContext context) throws Exception {
        ScenarioSteps.localDriver(context);
        context.faultInjection()
                .plan(
                        "DeleteVolume",
                        1,
                        Moment.BEFORE,
                        new Fault.ReturnStatus(Status.INTERNAL.withDescription("the disk is busy")));
        context.sidecar(PROVISIONER);
        context.create(SidecarManifests.storageClass("Immediate", "{}"));
        context.create(SidecarManifests.claim("claim", "1Mi"));
        ScenarioSteps.awaitBound(context, "claim");
        ScenarioSteps.deleteClaim(context, "claim");
    }
}
