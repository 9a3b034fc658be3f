package dev.stowage.interop.sidecar;

import dev.stowage.interop.cluster.ResourceKind;
import java.io.IOException;

/// Steps of scripts with snapshots.
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

    /// As the sidecar would have written it.
    static void readySnapshot(SidecarScenarioContext context, String name, String handle)
            throws IOException, InterruptedException {
        context.create(content(name, handle));
        context.patchStatus(
                ResourceKind.SNAPSHOT_CONTENT,
                "$NS",
                "{\"status\":{\"readyToUse\":true,\"restoreSize\":8388608,\"snapshotHandle\":\"" + handle + "\"}}");
        context.create(snapshotFrom(name));
        awaitReady(context, name);
    }

    static void awaitReady(SidecarScenarioContext context, String name) throws IOException, InterruptedException {
        context.await(
                "readiness of " + name,
                ResourceKind.SNAPSHOT,
                name,
                each -> each.at("/status/readyToUse").asBoolean());
        context.settle();
    }

    static void delete(SidecarScenarioContext context, String name) throws IOException, InterruptedException {
        context.delete(ResourceKind.SNAPSHOT, name);
        context.awaitGone(ResourceKind.SNAPSHOT, name);
        context.settle();
    }
}
