package dev.stowage.interop.sidecar;

import static dev.stowage.interop.sidecar.SidecarComponent.PROVISIONER;

import dev.stowage.interop.cluster.ResourceKind;
import dev.stowage.interop.driver.DriverProcess;
import java.util.List;

/// Creating and deleting volumes.
final class ProvisionerScenarios {

    static final List<SidecarScenario> ALL = List.of(
            SidecarScenario.quick("provision", PROVISIONER, ProvisionerScenarios::plain),
            SidecarScenario.quick(
                    "delayed-binding", PROVISIONER, context -> delayed(context, "--immediate-topology=true")),
            SidecarScenario.of("strict-topology", PROVISIONER, context -> delayed(context, "--strict-topology")),
            SidecarScenario.of("allowed-topologies", PROVISIONER, ProvisionerScenarios::allowedTopologies),
            SidecarScenario.of("from-snapshot", PROVISIONER, ProvisionerScenarios::fromSnapshot),
            SidecarScenario.of("clone", PROVISIONER, ProvisionerScenarios::copied),
            SidecarScenario.of("class-secrets", PROVISIONER, ProvisionerScenarios::secrets),
            SidecarScenario.of("block", PROVISIONER, ProvisionerScenarios::block),
            SidecarScenario.of("retain", PROVISIONER, ProvisionerScenarios::retain));

    private ProvisionerScenarios() {}

    private static void plain(SidecarScenarioContext context) throws Exception {
        ScenarioSteps.localDriver(context);
        context.sidecar(PROVISIONER);
        context.create(SidecarManifests.storageClass("Immediate", "{}"));
        context.create(SidecarManifests.claim("claim", "1Mi"));
        ScenarioSteps.awaitBound(context, "claim");
        ScenarioSteps.deleteClaim(context, "claim");
    }

    private static void delayed(SidecarScenarioContext context, String flag) throws Exception {
        ScenarioSteps.localDriver(context);
        context.create(SidecarManifests.node("b", "b"));
        context.sidecar(PROVISIONER, flag, "--extra-create-metadata");
        context.create(SidecarManifests.storageClass("WaitForFirstConsumer", "{}"));
        context.create(SidecarManifests.claim("claim", "1Mi"));
        ScenarioSteps.selectNode(context, "claim", "a");
        ScenarioSteps.awaitBound(context, "claim");
        ScenarioSteps.deleteClaim(context, "claim");
    }

    private static void allowedTopologies(SidecarScenarioContext context) throws Exception {
        ScenarioSteps.localDriver(context);
        context.create(SidecarManifests.node("b", "b"));
        context.sidecar(PROVISIONER);
        context.create(SidecarManifests.storageClass("Immediate", "{}")
                + "allowedTopologies: [{matchLabelExpressions: [{key: $NS.test/zone, values: [a]}]}]\n"
                + "mountOptions: [noatime]\n");
        context.create(SidecarManifests.claim("claim", "1Mi"));
        ScenarioSteps.awaitBound(context, "claim");
        ScenarioSteps.deleteClaim(context, "claim");
    }

    private static void fromSnapshot(SidecarScenarioContext context) throws Exception {
        DriverProcess driver = ScenarioSteps.imageDriver(context);
        context.create(SidecarManifests.storageClass("Immediate", "{}"));
        String volume = DirectDriverCalls.volume(driver, "source", 8 << 20);
        String snapshot = DirectDriverCalls.snapshot(driver, volume, "snapshot");
        SnapshotSteps.readySnapshot(context, "snapshot", snapshot);
        context.sidecar(PROVISIONER);
        context.create(SidecarManifests.claim(
                "claim",
                "8Mi",
                "dataSource: {apiGroup: snapshot.storage.k8s.io, kind: VolumeSnapshot, name: snapshot}"));
        ScenarioSteps.awaitBound(context, "claim");
        ScenarioSteps.deleteClaim(context, "claim");
    }

    private static void copied(SidecarScenarioContext context) throws Exception {
        ScenarioSteps.imageDriver(context);
        context.sidecar(PROVISIONER);
        context.create(SidecarManifests.storageClass("Immediate", "{}"));
        context.create(SidecarManifests.claim("source", "8Mi"));
        ScenarioSteps.awaitBound(context, "source");
        context.create(
                SidecarManifests.claim("copy", "8Mi", "dataSource: {kind: PersistentVolumeClaim, name: source}"));
        ScenarioSteps.awaitBound(context, "copy");
        ScenarioSteps.deleteClaim(context, "source");
        ScenarioSteps.deleteClaim(context, "copy");
    }

    private static void secrets(SidecarScenarioContext context) throws Exception {
        ScenarioSteps.localDriver(context);
        context.create("{apiVersion: v1, kind: Secret, metadata: {name: claim-secret}, stringData: {word: hidden}}");
        context.sidecar(PROVISIONER);
        context.create(SidecarManifests.storageClass("Immediate", """
                {
                  csi.storage.k8s.io/provisioner-secret-name: "${pvc.name}-secret",
                  csi.storage.k8s.io/provisioner-secret-namespace: "${pvc.namespace}",
                  csi.storage.k8s.io/controller-publish-secret-name: claim-secret,
                  csi.storage.k8s.io/controller-publish-secret-namespace: $NS,
                  csi.storage.k8s.io/node-stage-secret-name: claim-secret,
                  csi.storage.k8s.io/node-stage-secret-namespace: $NS,
                  csi.storage.k8s.io/node-publish-secret-name: claim-secret,
                  csi.storage.k8s.io/node-publish-secret-namespace: $NS,
                  csi.storage.k8s.io/controller-expand-secret-name: claim-secret,
                  csi.storage.k8s.io/controller-expand-secret-namespace: $NS,
                  csi.storage.k8s.io/node-expand-secret-name: claim-secret,
                  csi.storage.k8s.io/node-expand-secret-namespace: $NS,
                  csi.storage.k8s.io/controller-modify-secret-name: claim-secret,
                  csi.storage.k8s.io/controller-modify-secret-namespace: $NS,
                  csi.storage.k8s.io/fstype: ext4
                }"""));
        context.create(SidecarManifests.claim("claim", "1Mi"));
        ScenarioSteps.awaitBound(context, "claim");
        ScenarioSteps.deleteClaim(context, "claim");
    }

    private static void block(SidecarScenarioContext context) throws Exception {
        ScenarioSteps.imageDriver(context);
        context.sidecar(PROVISIONER, "--default-fstype=ext4");
        context.create(SidecarManifests.storageClass("Immediate", "{}"));
        context.create(SidecarManifests.claim("claim", "8Mi", "volumeMode: Block"));
        ScenarioSteps.awaitBound(context, "claim");
        ScenarioSteps.deleteClaim(context, "claim");
    }

    /// The reclaim policy is changed afterwards, as a careful operator does before deleting a claim.
    private static void retain(SidecarScenarioContext context) throws Exception {
        ScenarioSteps.localDriver(context);
        context.sidecar(PROVISIONER);
        context.create(SidecarManifests.storageClass("Immediate", "{}"));
        context.create(SidecarManifests.claim("claim", "1Mi"));
        String volume = ScenarioSteps.awaitBound(context, "claim");
        context.transcript().remark("the script changes the policy to Retain");
        context.patch(ResourceKind.VOLUME, volume, "{\"spec\":{\"persistentVolumeReclaimPolicy\":\"Retain\"}}");
        context.await(
                "the end of the finalizer",
                ResourceKind.VOLUME,
                volume,
                each -> !each.at("/metadata/finalizers").toString().contains("external-provisioner"));
        context.delete(ResourceKind.CLAIM, "claim");
        context.awaitGone(ResourceKind.CLAIM, "claim");
        context.settle();
        context.delete(ResourceKind.VOLUME, volume);
        context.awaitGone(ResourceKind.VOLUME, volume);
    }
}
