package dev.stowage.control.snapshot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.SnapshotMetadataKeys;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.VolumeSnapshot;
import dev.stowage.kube.model.VolumeSnapshotClass;
import dev.stowage.kube.model.VolumeSnapshotContent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The first write on a new snapshot, before anything else is done for it: its class when it has none, and
/// its finalizers.
final class SnapshotProtection {

    private SnapshotProtection() {}

    /// @param chosen the class it uses; null when it needs none
    static List<ClusterAction> acts(SnapshotState state, @Nullable VolumeSnapshotClass chosen, boolean member) {
        VolumeSnapshot snapshot = state.snapshot();
        List<String> finalizers = new ArrayList<>(snapshot.meta().finalizers());
        add(finalizers, SnapshotMetadataKeys.AS_SOURCE_PROTECTION);
        // The group owns its members; they do not protect their contents.
        if (!member && goesWithContent(snapshot, state.content(), chosen)) {
            add(finalizers, SnapshotMetadataKeys.BOUND_PROTECTION);
        }
        String newClass =
                chosen != null && snapshot.className() == null ? chosen.meta().name() : "";
        if (newClass.isEmpty()
                && finalizers.size() == snapshot.meta().finalizers().size()) {
            return List.of();
        }
        ObjectNode body = Json.object();
        finalizers.forEach(body.putObject("metadata").putArray("finalizers")::add);
        if (!newClass.isEmpty()) {
            body.putObject("spec").put("volumeSnapshotClassName", newClass);
        }
        return List.of(new ClusterAction.PatchObject<>(
                Kinds.SNAPSHOTS, snapshot, Patch.merge(body).onlyIfUnchanged(snapshot)));
    }

    /// Whether the content is deleted with the snapshot; before there is a content, the class decides.
    private static boolean goesWithContent(
            VolumeSnapshot snapshot, @Nullable VolumeSnapshotContent content, @Nullable VolumeSnapshotClass chosen) {
        if (content != null) {
            return content.deletionPolicy().equals(SnapshotMetadataKeys.DELETE_POLICY);
        }
        return chosen != null
                && snapshot.contentName().isEmpty()
                && chosen.deletionPolicy().equals(SnapshotMetadataKeys.DELETE_POLICY);
    }

    private static void add(List<String> finalizers, String finalizer) {
        if (!finalizers.contains(finalizer)) {
            finalizers.add(finalizer);
        }
    }
}
