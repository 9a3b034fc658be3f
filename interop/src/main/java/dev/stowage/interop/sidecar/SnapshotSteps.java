package dev.stowage.interop.sidecar;

import dev.stowage.interop.cluster.Kind;
import java.io.IOException;

/// What scripts with snapshots do.
final class SnapshotSteps {
    private SnapshotSteps() {}

    static String classes() {
        return """
                apiVersion: snapshot.storage.k8s.io/v1
                kind: VolumeSnapshotClass
                metadata: {name: $NS}
                driver: $DRIVER
                deletionPolicy: Delete
                parameters: {colour: blue}
                ---
                apiVersion: groupsnapshot.storage.k8s.io/v1
                kind: VolumeGroupSnapshotClass
                metadata: {name: $NS}
                driver: $DRIVER
                deletionPolicy: Delete
                """;
    }

    static String snapshotOf(String name, String claim) {
        return """
                apiVersion: snapshot.storage.k8s.io/v1
                kind: VolumeSnapshot
                metadata: {name: %s}
                spec: {volumeSnapshotClassName: $NS, source: {persistentVolumeClaimName: %s}}
                """.formatted(name, claim);
    }

    static String snapshotFrom(String name) {
        return """
                apiVersion: snapshot.storage.k8s.io/v1
                kind: VolumeSnapshot
                metadata: {name: %s}
                spec: {source: {volumeSnapshotContentName: $NS}}
                """.formatted(name);
    }

    static String content(String snapshot, String handle) {
        return """
                apiVersion: snapshot.storage.k8s.io/v1
                kind: VolumeSnapshotContent
                metadata: {name: $NS}
                spec:
                  driver: $DRIVER
                  deletionPolicy: Delete
                  source: {snapshotHandle: "%s"}
                  volumeSnapshotRef: {name: %s, namespace: $NS}
                """.formatted(handle, snapshot);
    }

    static String groupSnapshot(String name) {
        return """
                apiVersion: groupsnapshot.storage.k8s.io/v1
                kind: VolumeGroupSnapshot
                metadata: {name: %s}
                spec: {volumeGroupSnapshotClassName: $NS, source: {selector: {matchLabels: {group: one}}}}
                """.formatted(name);
    }

    /// As the sidecar would have left its part.
    static void readySnapshot(Play play, String name, String handle) throws IOException, InterruptedException {
        play.create(content(name, handle));
        play.patchStatus(
                Kind.SNAPSHOT_CONTENT,
                "$NS",
                "{\"status\":{\"readyToUse\":true,\"restoreSize\":8388608,\"snapshotHandle\":\"" + handle + "\"}}");
        play.create(snapshotFrom(name));
        awaitReady(play, name);
    }

    static void awaitReady(Play play, String name) throws IOException, InterruptedException {
        play.await(
                "readiness of " + name,
                Kind.SNAPSHOT,
                name,
                each -> each.at("/status/readyToUse").asBoolean());
        play.settle();
    }

    static void delete(Play play, String name) throws IOException, InterruptedException {
        play.delete(Kind.SNAPSHOT, name);
        play.awaitGone(Kind.SNAPSHOT, name);
        play.settle();
    }
}
