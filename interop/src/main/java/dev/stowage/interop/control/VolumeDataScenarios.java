package dev.stowage.interop.control;

import dev.stowage.interop.cluster.NodeDrivers;
import dev.stowage.interop.cluster.ResourceKind;
import dev.stowage.interop.cluster.TestPod;
import java.io.IOException;
import java.util.List;

/// Volumes with data: created by our driver, mounted by a real kubelet, written by real pods.
final class VolumeDataScenarios {

    static final List<ControlScenario> ALL = List.of(
            ControlScenario.quick("at-once", context -> lives(context, NodeDrivers.LOCAL, ControlManifests.AT_ONCE)),
            ControlScenario.quick("later", context -> lives(context, NodeDrivers.LOCAL, ControlManifests.LATER)),
            ControlScenario.of(
                    "attached-at-once", context -> lives(context, NodeDrivers.DISK, ControlManifests.AT_ONCE)),
            ControlScenario.of("attached-later", context -> lives(context, NodeDrivers.DISK, ControlManifests.LATER)),
            ControlScenario.quick("reclaim-delete", VolumeDataScenarios::reclaimDelete),
            ControlScenario.of("reclaim-retain", VolumeDataScenarios::reclaimRetain),
            ControlScenario.quick("ephemeral", VolumeDataScenarios::ephemeral),
            ControlScenario.of("ephemeral-taken", VolumeDataScenarios::ephemeralTaken),
            ControlScenario.of("expand", VolumeDataScenarios::expand),
            ControlScenario.of("clone", VolumeDataScenarios::cloned),
            ControlScenario.quick("snapshot", VolumeDataScenarios::snapshot),
            ControlScenario.of("stateful", VolumeDataScenarios::stateful));

    private VolumeDataScenarios() {}

    private static void lives(ControlScenarioContext context, String driver, String binding) throws Exception {
        context.create(ControlManifests.storageClass("$NS", driver, binding));
        context.create(ControlManifests.claim("claim", "16Mi"));
        if (binding.equals(ControlManifests.LATER)) {
            context.awaitEvent("WaitForFirstConsumer", "claim");
        }
        context.pod("writer", "claim");
        running(context, "writer");
        context.inside("writer", "echo kept > /data/file && sync");
        context.deletePod("writer");
        context.pod("reader", "claim");
        running(context, "reader");
        same("kept", context.inside("reader", "cat /data/file"));
        context.awaitBound("claim");
    }

    private static void reclaimDelete(ControlScenarioContext context) throws Exception {
        context.create(ControlManifests.storageClass("$NS", NodeDrivers.LOCAL, ControlManifests.AT_ONCE));
        context.create(ControlManifests.claim("claim", "16Mi"));
        String volume = context.awaitBound("claim");
        context.delete(ResourceKind.CLAIM, "claim");
        context.awaitGone(ResourceKind.CLAIM, "claim");
        context.awaitGone(ResourceKind.VOLUME, volume);
    }

    private static void reclaimRetain(ControlScenarioContext context) throws Exception {
        context.create(ControlManifests.storageClass(
                "$NS", NodeDrivers.LOCAL, ControlManifests.AT_ONCE, "reclaimPolicy: Retain"));
        context.create(ControlManifests.claim("claim", "16Mi"));
        String volume = context.awaitBound("claim");
        context.delete(ResourceKind.CLAIM, "claim");
        context.awaitGone(ResourceKind.CLAIM, "claim");
        context.awaitPhase(ResourceKind.VOLUME, volume, "Released");
    }

    private static void ephemeral(ControlScenarioContext context) throws Exception {
        context.create(ControlManifests.storageClass("$NS", NodeDrivers.LOCAL, ControlManifests.LATER));
        ephemeralPod(context);
        running(context, "pod");
        context.inside("pod", "echo kept > /data/file");
        String volume = context.awaitBound("pod-data");
        context.deletePod("pod");
        context.awaitGone(ResourceKind.CLAIM, "pod-data");
        context.awaitGone(ResourceKind.VOLUME, volume);
    }

    /// An existing claim of that name is not changed.
    private static void ephemeralTaken(ControlScenarioContext context) throws Exception {
        context.create(ControlManifests.storageClass("$NS", NodeDrivers.LOCAL, ControlManifests.AT_ONCE));
        context.create(ControlManifests.claim("pod-data", "16Mi"));
        context.awaitBound("pod-data");
        ephemeralPod(context);
        context.awaitPhase(ResourceKind.POD, "pod", "Pending");
        context.awaitEvent("FailedBinding", "pod");
    }

    private static void ephemeralPod(ControlScenarioContext context) throws IOException, InterruptedException {
        context.podWith("pod", """
                ephemeral: {volumeClaimTemplate: {metadata: {labels: {made: here}}, spec:
                      {storageClassName: $NS, accessModes: [ReadWriteOnce], resources: {requests: {storage: 16Mi}}}}}""");
    }

    /// With btrfs, which can be expanded in a container where the kernel does not allow it for ext4.
    private static void expand(ControlScenarioContext context) throws Exception {
        context.create(ControlManifests.storageClass(
                "$NS",
                NodeDrivers.LOCAL,
                ControlManifests.AT_ONCE,
                "allowVolumeExpansion: true",
                "parameters: {csi.storage.k8s.io/fstype: btrfs}"));
        context.create(ControlManifests.claim("claim", "128Mi"));
        context.pod("pod", "claim");
        running(context, "pod");
        context.patch(ResourceKind.CLAIM, "claim", "{\"spec\":{\"resources\":{\"requests\":{\"storage\":\"256Mi\"}}}}");
        context.awaitText(ResourceKind.CLAIM, "claim", "/status/capacity/storage", "256Mi");
        context.await(
                "no condition",
                ResourceKind.CLAIM,
                "claim",
                claim -> claim.at("/status/conditions").isEmpty());
        String size = context.inside("pod", "df -k /data | tail -n 1 | tr -s \" \" | cut -d \" \" -f 2");
        if (Integer.parseInt(size) < 200 * 1024) {
            throw new IOException("the file system has " + size + " kB");
        }
    }

    private static void cloned(ControlScenarioContext context) throws Exception {
        context.create(ControlManifests.storageClass("$NS", NodeDrivers.LOCAL, ControlManifests.LATER));
        context.create(ControlManifests.claim("source", "16Mi"));
        context.awaitEvent("WaitForFirstConsumer", "source");
        context.pod("writer", "source");
        running(context, "writer");
        context.inside("writer", "echo kept > /data/file && sync");
        context.create(
                ControlManifests.claim("copy", "16Mi", "dataSource: {kind: PersistentVolumeClaim, name: source}"));
        context.awaitEvent("WaitForFirstConsumer", "copy");
        context.pod("reader", "copy");
        running(context, "reader");
        same("kept", context.inside("reader", "cat /data/file"));
        context.awaitBound("copy");
    }

    private static void snapshot(ControlScenarioContext context) throws Exception {
        context.create(ControlManifests.storageClass("$NS", NodeDrivers.LOCAL, ControlManifests.LATER));
        context.create("""
                apiVersion: snapshot.storage.k8s.io/v1
                kind: VolumeSnapshotClass
                metadata: {name: $NS}
                driver: local.stowage.dev
                deletionPolicy: Delete
                """);
        context.create(ControlManifests.claim("source", "16Mi"));
        context.awaitEvent("WaitForFirstConsumer", "source");
        context.pod("writer", "source");
        running(context, "writer");
        context.inside("writer", "echo before > /data/file && sync");
        context.create("""
                apiVersion: snapshot.storage.k8s.io/v1
                kind: VolumeSnapshot
                metadata: {name: photo}
                spec: {volumeSnapshotClassName: $NS, source: {persistentVolumeClaimName: source}}
                """);
        context.awaitText(ResourceKind.SNAPSHOT, "photo", "/status/readyToUse", "true");
        context.inside("writer", "echo after > /data/file && sync");
        context.create(ControlManifests.claim(
                "restored",
                "16Mi",
                "dataSource: {apiGroup: snapshot.storage.k8s.io, kind: VolumeSnapshot, name: photo}"));
        context.awaitEvent("WaitForFirstConsumer", "restored");
        context.pod("reader", "restored");
        running(context, "reader");
        same("before", context.inside("reader", "cat /data/file"));
        context.awaitBound("restored");
    }

    /// Each pod of the set keeps its volume, even after it was deleted for a while.
    private static void stateful(ControlScenarioContext context) throws Exception {
        context.create(ControlManifests.storageClass("$NS", NodeDrivers.LOCAL, ControlManifests.LATER));
        context.create("""
                apiVersion: apps/v1
                kind: StatefulSet
                metadata: {name: db}
                spec:
                  serviceName: db
                  replicas: 2
                  selector: {matchLabels: {app: db}}
                  template:
                    metadata: {labels: {app: db}}
                    spec:
                      terminationGracePeriodSeconds: 1
                      automountServiceAccountToken: false
                      containers:
                      - name: main
                        image: %s
                        imagePullPolicy: Never
                        command: [/bin/sh, -c, sleep infinity]
                        volumeMounts: [{name: data, mountPath: /data}]
                  volumeClaimTemplates:
                  - metadata: {name: data}
                    spec:
                      storageClassName: $NS
                      accessModes: [ReadWriteOnce]
                      resources: {requests: {storage: 16Mi}}
                """.formatted(TestPod.IMAGE));
        context.awaitText(ResourceKind.STATEFUL_SET, "db", "/status/readyReplicas", "2");
        context.inside("db-1", "echo kept > /data/file && sync");
        context.patch(ResourceKind.STATEFUL_SET, "db", "{\"spec\":{\"replicas\":1}}");
        context.awaitGone(ResourceKind.POD, "db-1");
        context.patch(ResourceKind.STATEFUL_SET, "db", "{\"spec\":{\"replicas\":2}}");
        context.awaitText(ResourceKind.STATEFUL_SET, "db", "/status/readyReplicas", "2");
        running(context, "db-1");
        same("kept", context.inside("db-1", "cat /data/file"));
    }

    static void running(ControlScenarioContext context, String pod) throws IOException, InterruptedException {
        context.awaitPhase(ResourceKind.POD, pod, "Running");
    }

    private static void same(String wanted, String seen) throws IOException {
        if (!seen.equals(wanted)) {
            throw new IOException("the file has \"%s\" where \"%s\" was written".formatted(seen, wanted));
        }
    }
}
