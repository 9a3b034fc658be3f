package dev.stowage.interop.sidecar;

import static dev.stowage.interop.sidecar.SidecarComponent.TOGETHER;

import dev.stowage.interop.cluster.ResourceKind;
import dev.stowage.interop.driver.DriverProcess;
import java.util.List;

/// One process in place of all sidecar containers.
final class CombinedSidecarScenarios {

    static final List<SidecarScenario> ALL = List.of(
            SidecarScenario.oursOnly("together", TOGETHER, CombinedSidecarScenarios::wholeLife),
            SidecarScenario.oursOnly("together-killed", TOGETHER, CombinedSidecarScenarios::killed));

    private static final String ROLES = "--roles=provisioner,attacher,resizer,snapshotter,health";

    private CombinedSidecarScenarios() {}

    /// A volume is provisioned, attached, snapshotted, expanded and detached by the same process. Its deletion
    /// is not part of the script, because two roles then remove their finalizers in any order.
    private static void wholeLife(SidecarScenarioContext context) throws Exception {
        context.driver("--backend=image", "--pool-size=1Gi", "--attach");
        context.create(SidecarManifests.node("a", "a"));
        context.sidecar(TOGETHER, ROLES, "--leader-election", "--leader-election-namespace=$NS");
        context.create(SidecarManifests.storageClass("Immediate", "{}"));
        context.create(SnapshotSteps.classes());
        context.create(SidecarManifests.claim("claim", "8Mi"));
        String volume = ScenarioSteps.awaitBound(context, "claim");
        ScenarioSteps.pod(context, "pod", "claim");
        context.awaitText("the attachment", text -> text.mentions("api PATCH volumeattachments/status"));
        context.settle();
        context.create(SnapshotSteps.snapshotOf("snapshot", "claim"));
        SnapshotSteps.awaitReady(context, "snapshot");
        context.transcript().remark("the script asks for 16Mi");
        context.patch(ResourceKind.CLAIM, "claim", "{\"spec\":{\"resources\":{\"requests\":{\"storage\":\"16Mi\"}}}}");
        context.await(
                "growth",
                ResourceKind.VOLUME,
                volume,
                each -> each.at("/spec/capacity/storage").asText().equals("16Mi"));
        context.settle();
        context.delete(ResourceKind.POD, "pod?gracePeriodSeconds=0");
        context.awaitText("the detachment", text -> text.mentions("csi ControllerUnpublishVolume -> OK"));
        context.settle();
        SnapshotSteps.delete(context, "snapshot");
    }

    /// With the roles that the driver's capabilities select. Killed after the driver created the volume and
    /// before the PersistentVolume exists; the claim is deleted before the restart.
    private static void killed(SidecarScenarioContext context) throws Exception {
        DriverProcess driver = ScenarioSteps.localDriver(context);
        ProvisioningFailureScenarios.killAtVolume(context, TOGETHER);
        context.wholeSidecar(TOGETHER, "--leader-election-namespace=$NS");
        ProvisioningFailureScenarios.loseClaim(context, driver);
        context.wholeSidecar(TOGETHER, "--leader-election-namespace=$NS");
        ProvisioningFailureScenarios.awaitNothingLeft(context, driver);
    }
}
