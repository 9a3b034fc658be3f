package dev.stowage.interop.control;

import dev.stowage.interop.cluster.Kind;
import dev.stowage.interop.cluster.NodeDrivers;
import dev.stowage.interop.cluster.TestPod;
import java.io.IOException;
import java.util.List;

/// Volumes with data in them: made by our driver, mounted by a real kubelet, written by real pods.
final class DataScenarios {

    static final List<Scenario> ALL = List.of(
            Scenario.quick("at-once", play -> lives(play, NodeDrivers.LOCAL, Manifests.AT_ONCE)),
            Scenario.quick("later", play -> lives(play, NodeDrivers.LOCAL, Manifests.LATER)),
            Scenario.of("attached-at-once", play -> lives(play, NodeDrivers.DISK, Manifests.AT_ONCE)),
            Scenario.of("attached-later", play -> lives(play, NodeDrivers.DISK, Manifests.LATER)),
            Scenario.quick("reclaim-delete", DataScenarios::reclaimDelete),
            Scenario.of("reclaim-retain", DataScenarios::reclaimRetain),
            Scenario.quick("ephemeral", DataScenarios::ephemeral),
            Scenario.of("ephemeral-taken", DataScenarios::ephemeralTaken),
            Scenario.of("expand", DataScenarios::expand),
            Scenario.of("clone", DataScenarios::cloned),
            Scenario.quick("snapshot", DataScenarios::snapshot),
            Scenario.of("stateful", DataScenarios::stateful));

    private DataScenarios() {}

    private static void lives(Play play, String driver, String binding) throws Exception {
        play.create(Manifests.storageClass("$NS", driver, binding));
        play.create(Manifests.claim("claim", "16Mi"));
        if (binding.equals(Manifests.LATER)) {
            play.awaitEvent("WaitForFirstConsumer", "claim");
        }
        play.pod("writer", "claim");
        running(play, "writer");
        play.inside("writer", "echo kept > /data/file && sync");
        play.deletePod("writer");
        play.pod("reader", "claim");
        running(play, "reader");
        same("kept", play.inside("reader", "cat /data/file"));
        play.awaitBound("claim");
    }

    private static void reclaimDelete(Play play) throws Exception {
        play.create(Manifests.storageClass("$NS", NodeDrivers.LOCAL, Manifests.AT_ONCE));
        play.create(Manifests.claim("claim", "16Mi"));
        String volume = play.awaitBound("claim");
        play.delete(Kind.CLAIM, "claim");
        play.awaitGone(Kind.CLAIM, "claim");
        play.awaitGone(Kind.VOLUME, volume);
    }

    private static void reclaimRetain(Play play) throws Exception {
        play.create(Manifests.storageClass("$NS", NodeDrivers.LOCAL, Manifests.AT_ONCE, "reclaimPolicy: Retain"));
        play.create(Manifests.claim("claim", "16Mi"));
        String volume = play.awaitBound("claim");
        play.delete(Kind.CLAIM, "claim");
        play.awaitGone(Kind.CLAIM, "claim");
        play.awaitPhase(Kind.VOLUME, volume, "Released");
    }

    private static void ephemeral(Play play) throws Exception {
        play.create(Manifests.storageClass("$NS", NodeDrivers.LOCAL, Manifests.LATER));
        ephemeralPod(play);
        running(play, "pod");
        play.inside("pod", "echo kept > /data/file");
        String volume = play.awaitBound("pod-data");
        play.deletePod("pod");
        play.awaitGone(Kind.CLAIM, "pod-data");
        play.awaitGone(Kind.VOLUME, volume);
    }

    /// Somebody else's claim of that name is not touched.
    private static void ephemeralTaken(Play play) throws Exception {
        play.create(Manifests.storageClass("$NS", NodeDrivers.LOCAL, Manifests.AT_ONCE));
        play.create(Manifests.claim("pod-data", "16Mi"));
        play.awaitBound("pod-data");
        ephemeralPod(play);
        play.awaitPhase(Kind.POD, "pod", "Pending");
        play.awaitEvent("FailedBinding", "pod");
    }

    private static void ephemeralPod(Play play) throws IOException, InterruptedException {
        play.podWith("pod", """
                ephemeral: {volumeClaimTemplate: {metadata: {labels: {made: here}}, spec:
                      {storageClassName: $NS, accessModes: [ReadWriteOnce], resources: {requests: {storage: 16Mi}}}}}""");
    }

    /// With btrfs, which a kernel lets grow that forbids it to ext4 in a container.
    private static void expand(Play play) throws Exception {
        play.create(Manifests.storageClass(
                "$NS",
                NodeDrivers.LOCAL,
                Manifests.AT_ONCE,
                "allowVolumeExpansion: true",
                "parameters: {csi.storage.k8s.io/fstype: btrfs}"));
        play.create(Manifests.claim("claim", "128Mi"));
        play.pod("pod", "claim");
        running(play, "pod");
        play.patch(Kind.CLAIM, "claim", "{\"spec\":{\"resources\":{\"requests\":{\"storage\":\"256Mi\"}}}}");
        play.awaitText(Kind.CLAIM, "claim", "/status/capacity/storage", "256Mi");
        play.await(
                "no condition",
                Kind.CLAIM,
                "claim",
                claim -> claim.at("/status/conditions").isEmpty());
        String size = play.inside("pod", "df -k /data | tail -n 1 | tr -s \" \" | cut -d \" \" -f 2");
        if (Integer.parseInt(size) < 200 * 1024) {
            throw new IOException("the file system has " + size + " kB");
        }
    }

    private static void cloned(Play play) throws Exception {
        play.create(Manifests.storageClass("$NS", NodeDrivers.LOCAL, Manifests.LATER));
        play.create(Manifests.claim("source", "16Mi"));
        play.awaitEvent("WaitForFirstConsumer", "source");
        play.pod("writer", "source");
        running(play, "writer");
        play.inside("writer", "echo kept > /data/file && sync");
        play.create(Manifests.claim("copy", "16Mi", "dataSource: {kind: PersistentVolumeClaim, name: source}"));
        play.awaitEvent("WaitForFirstConsumer", "copy");
        play.pod("reader", "copy");
        running(play, "reader");
        same("kept", play.inside("reader", "cat /data/file"));
        play.awaitBound("copy");
    }

    private static void snapshot(Play play) throws Exception {
        play.create(Manifests.storageClass("$NS", NodeDrivers.LOCAL, Manifests.LATER));
        play.create("""
                apiVersion: snapshot.storage.k8s.io/v1
                kind: VolumeSnapshotClass
                metadata: {name: $NS}
                driver: local.stowage.dev
                deletionPolicy: Delete
                """);
        play.create(Manifests.claim("source", "16Mi"));
        play.awaitEvent("WaitForFirstConsumer", "source");
        play.pod("writer", "source");
        running(play, "writer");
        play.inside("writer", "echo before > /data/file && sync");
        play.create("""
                apiVersion: snapshot.storage.k8s.io/v1
                kind: VolumeSnapshot
                metadata: {name: photo}
                spec: {volumeSnapshotClassName: $NS, source: {persistentVolumeClaimName: source}}
                """);
        play.awaitText(Kind.SNAPSHOT, "photo", "/status/readyToUse", "true");
        play.inside("writer", "echo after > /data/file && sync");
        play.create(Manifests.claim(
                "restored",
                "16Mi",
                "dataSource: {apiGroup: snapshot.storage.k8s.io, kind: VolumeSnapshot, name: photo}"));
        play.awaitEvent("WaitForFirstConsumer", "restored");
        play.pod("reader", "restored");
        running(play, "reader");
        same("before", play.inside("reader", "cat /data/file"));
        play.awaitBound("restored");
    }

    /// Each of its pods keeps its volume, also through a time without the pod.
    private static void stateful(Play play) throws Exception {
        play.create(Manifests.storageClass("$NS", NodeDrivers.LOCAL, Manifests.LATER));
        play.create("""
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
        play.awaitText(Kind.STATEFUL_SET, "db", "/status/readyReplicas", "2");
        play.inside("db-1", "echo kept > /data/file && sync");
        play.patch(Kind.STATEFUL_SET, "db", "{\"spec\":{\"replicas\":1}}");
        play.awaitGone(Kind.POD, "db-1");
        play.patch(Kind.STATEFUL_SET, "db", "{\"spec\":{\"replicas\":2}}");
        play.awaitText(Kind.STATEFUL_SET, "db", "/status/readyReplicas", "2");
        running(play, "db-1");
        same("kept", play.inside("db-1", "cat /data/file"));
    }

    static void running(Play play, String pod) throws IOException, InterruptedException {
        play.awaitPhase(Kind.POD, pod, "Running");
    }

    private static void same(String wanted, String seen) throws IOException {
        if (!seen.equals(wanted)) {
            throw new IOException("the file has \"%s\" where \"%s\" was written".formatted(seen, wanted));
        }
    }
}
