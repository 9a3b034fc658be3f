package dev.stowage.interop.sidecar;

import static dev.stowage.interop.sidecar.Component.PROVISIONER;

import dev.stowage.interop.cluster.Kind;
import dev.stowage.interop.driver.DriverProcess;
import java.util.List;

/// How volumes come and go.
final class ProvisionScenarios {

    static final List<Scenario> ALL = List.of(
            Scenario.quick("provision", PROVISIONER, ProvisionScenarios::plain),
            Scenario.quick("delayed-binding", PROVISIONER, play -> delayed(play, "--immediate-topology=true")),
            Scenario.of("strict-topology", PROVISIONER, play -> delayed(play, "--strict-topology")),
            Scenario.of("allowed-topologies", PROVISIONER, ProvisionScenarios::allowedTopologies),
            Scenario.of("from-snapshot", PROVISIONER, ProvisionScenarios::fromSnapshot),
            Scenario.of("clone", PROVISIONER, ProvisionScenarios::copied),
            Scenario.of("class-secrets", PROVISIONER, ProvisionScenarios::secrets),
            Scenario.of("block", PROVISIONER, ProvisionScenarios::block),
            Scenario.of("retain", PROVISIONER, ProvisionScenarios::retain));

    private ProvisionScenarios() {}

    private static void plain(Play play) throws Exception {
        Steps.localDriver(play);
        play.sidecar(PROVISIONER);
        play.create(Manifests.storageClass("Immediate", "{}"));
        play.create(Manifests.claim("claim", "1Mi"));
        Steps.awaitBound(play, "claim");
        Steps.deleteClaim(play, "claim");
    }

    private static void delayed(Play play, String flag) throws Exception {
        Steps.localDriver(play);
        play.create(Manifests.node("b", "b"));
        play.sidecar(PROVISIONER, flag, "--extra-create-metadata");
        play.create(Manifests.storageClass("WaitForFirstConsumer", "{}"));
        play.create(Manifests.claim("claim", "1Mi"));
        Steps.selectNode(play, "claim", "a");
        Steps.awaitBound(play, "claim");
        Steps.deleteClaim(play, "claim");
    }

    private static void allowedTopologies(Play play) throws Exception {
        Steps.localDriver(play);
        play.create(Manifests.node("b", "b"));
        play.sidecar(PROVISIONER);
        play.create(Manifests.storageClass("Immediate", "{}")
                + "allowedTopologies: [{matchLabelExpressions: [{key: $NS.test/zone, values: [a]}]}]\n"
                + "mountOptions: [noatime]\n");
        play.create(Manifests.claim("claim", "1Mi"));
        Steps.awaitBound(play, "claim");
        Steps.deleteClaim(play, "claim");
    }

    private static void fromSnapshot(Play play) throws Exception {
        DriverProcess driver = Steps.imageDriver(play);
        play.create(Manifests.storageClass("Immediate", "{}"));
        String volume = Direct.volume(driver, "source", 8 << 20);
        String snapshot = Direct.snapshot(driver, volume, "snapshot");
        SnapshotSteps.readySnapshot(play, "snapshot", snapshot);
        play.sidecar(PROVISIONER);
        play.create(Manifests.claim(
                "claim",
                "8Mi",
                "dataSource: {apiGroup: snapshot.storage.k8s.io, kind: VolumeSnapshot, name: snapshot}"));
        Steps.awaitBound(play, "claim");
        Steps.deleteClaim(play, "claim");
    }

    private static void copied(Play play) throws Exception {
        Steps.imageDriver(play);
        play.sidecar(PROVISIONER);
        play.create(Manifests.storageClass("Immediate", "{}"));
        play.create(Manifests.claim("source", "8Mi"));
        Steps.awaitBound(play, "source");
        play.create(Manifests.claim("copy", "8Mi", "dataSource: {kind: PersistentVolumeClaim, name: source}"));
        Steps.awaitBound(play, "copy");
        Steps.deleteClaim(play, "source");
        Steps.deleteClaim(play, "copy");
    }

    private static void secrets(Play play) throws Exception {
        Steps.localDriver(play);
        play.create("{apiVersion: v1, kind: Secret, metadata: {name: claim-secret}, stringData: {word: hidden}}");
        play.sidecar(PROVISIONER);
        play.create(Manifests.storageClass("Immediate", """
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
        play.create(Manifests.claim("claim", "1Mi"));
        Steps.awaitBound(play, "claim");
        Steps.deleteClaim(play, "claim");
    }

    private static void block(Play play) throws Exception {
        Steps.imageDriver(play);
        play.sidecar(PROVISIONER, "--default-fstype=ext4");
        play.create(Manifests.storageClass("Immediate", "{}"));
        play.create(Manifests.claim("claim", "8Mi", "volumeMode: Block"));
        Steps.awaitBound(play, "claim");
        Steps.deleteClaim(play, "claim");
    }

    /// The policy is changed after the fact, as a careful operator does before deleting a claim.
    private static void retain(Play play) throws Exception {
        Steps.localDriver(play);
        play.sidecar(PROVISIONER);
        play.create(Manifests.storageClass("Immediate", "{}"));
        play.create(Manifests.claim("claim", "1Mi"));
        String volume = Steps.awaitBound(play, "claim");
        play.transcript().remark("the script changes the policy to Retain");
        play.patch(Kind.VOLUME, volume, "{\"spec\":{\"persistentVolumeReclaimPolicy\":\"Retain\"}}");
        play.await(
                "the end of the finalizer",
                Kind.VOLUME,
                volume,
                each -> !each.at("/metadata/finalizers").toString().contains("external-provisioner"));
        play.delete(Kind.CLAIM, "claim");
        play.awaitGone(Kind.CLAIM, "claim");
        play.settle();
        play.delete(Kind.VOLUME, volume);
        play.awaitGone(Kind.VOLUME, volume);
    }
}
