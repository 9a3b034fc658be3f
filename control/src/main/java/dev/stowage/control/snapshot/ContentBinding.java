package dev.stowage.control.snapshot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.SnapshotMetadataKeys;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.VolumeSnapshot;
import dev.stowage.kube.model.VolumeSnapshotContent;
import java.util.List;

/// Binds a pre-provisioned content to the snapshot that it names: one write for the uid, the class and the
/// finalizer.
final class ContentBinding {

    private ContentBinding() {}

    static List<ClusterAction> acts(VolumeSnapshot snapshot, VolumeSnapshotContent content) {
        ObjectReference back = content.snapshot();
        boolean bound = back != null && !back.uid().isEmpty();
        String className = content.className() == null ? snapshot.className() : null;
        if (bound && className == null) {
            return List.of();
        }
        ObjectNode body = Json.object();
        if (!content.isBeingDeleted() && !content.meta().hasFinalizer(SnapshotMetadataKeys.CONTENT_BOUND_PROTECTION)) {
            var finalizers = body.putObject("metadata").putArray("finalizers");
            content.meta().finalizers().forEach(finalizers::add);
            finalizers.add(SnapshotMetadataKeys.CONTENT_BOUND_PROTECTION);
        }
        ObjectNode spec = body.putObject("spec");
        spec.putObject("volumeSnapshotRef").put("uid", snapshot.meta().uid());
        if (className != null) {
            spec.put("volumeSnapshotClassName", className);
        }
        return List.of(new ClusterAction.PatchObject<>(
                Kinds.SNAPSHOT_CONTENTS, content, Patch.merge(body).onlyIfUnchanged(content)));
    }
}
