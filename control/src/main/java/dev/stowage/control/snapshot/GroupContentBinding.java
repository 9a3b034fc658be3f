package dev.stowage.control.snapshot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.SnapshotMetadataKeys;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.VolumeGroupSnapshot;
import dev.stowage.kube.model.VolumeGroupSnapshotContent;
import java.util.List;

/// Binds a pre-provisioned group content to the group snapshot that it names.
final class GroupContentBinding {

    private GroupContentBinding() {}

    static List<ClusterAction> acts(VolumeGroupSnapshot group, VolumeGroupSnapshotContent content) {
        ObjectReference back = content.groupSnapshot();
        boolean bound = back != null && !back.uid().isEmpty();
        String className = content.className() == null ? group.className() : null;
        if (bound && className == null) {
            return List.of();
        }
        ObjectNode body = Json.object();
        if (!content.isBeingDeleted()
                && !content.meta().hasFinalizer(SnapshotMetadataKeys.GROUP_CONTENT_BOUND_PROTECTION)) {
            var finalizers = body.putObject("metadata").putArray("finalizers");
            content.meta().finalizers().forEach(finalizers::add);
            finalizers.add(SnapshotMetadataKeys.GROUP_CONTENT_BOUND_PROTECTION);
        }
        ObjectNode spec = body.putObject("spec");
        spec.putObject("volumeGroupSnapshotRef").put("uid", group.meta().uid());
        if (className != null) {
            spec.put("volumeGroupSnapshotClassName", className);
        }
        return List.of(new ClusterAction.PatchObject<>(
                Kinds.GROUP_SNAPSHOT_CONTENTS, content, Patch.merge(body).onlyIfUnchanged(content)));
    }
}
