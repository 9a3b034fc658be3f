package dev.stowage.control.snapshot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.SnapshotMetadataKeys;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.VolumeGroupSnapshot;
import dev.stowage.kube.model.VolumeGroupSnapshotContent;
import dev.stowage.kube.model.VolumeSnapshotClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Decides for a group snapshot.
final class GroupSnapshotDecision {

    private GroupSnapshotDecision() {}

    static SnapshotActions of(GroupSnapshotState state) {
        VolumeGroupSnapshot group = state.group();
        if (group.isBeingDeleted()) {
            return GroupSnapshotDeletion.of(state);
        }
        VolumeSnapshotClass chosen;
        try {
            chosen = chosenClass(state);
        } catch (SnapshotException e) {
            return classError(group, e).on(group, state.now());
        }
        if ((group.selector() != null) == !group.contentName().isEmpty()) {
            return new SnapshotStatusError(
                            true,
                            "GroupSnapshotValidationError",
                            "Exactly one of Selector and VolumeGroupSnapshotContentName should be specified")
                    .on(group, state.now());
        }
        Optional<ContentMismatch> wrong = GroupContentCheck.check(group, state.content());
        if (wrong.isPresent()) {
            return refused(state, wrong.get());
        }
        SnapshotActions next =
                group.isReady() && !group.boundContent().isEmpty() ? ready(state) : unready(state, chosen);
        return next.after(protection(state, chosen));
    }

    /// Null for a group that needs none.
    private static @Nullable VolumeSnapshotClass chosenClass(GroupSnapshotState state) throws SnapshotException {
        VolumeGroupSnapshot group = state.group();
        String name = group.className();
        if (name != null) {
            return SnapshotClassSelection.named(name, state.classes())
                    .orElseThrow(() -> new SnapshotException(
                            "volumegroupsnapshotclass.groupsnapshot.storage.k8s.io \"" + name + "\" not found"));
        }
        return group.contentName().isEmpty()
                ? SnapshotClassSelection.defaultClass(
                        GroupSourceVolumes.driver(state),
                        state.classes(),
                        SnapshotMetadataKeys.IS_DEFAULT_GROUP_CLASS,
                        "group snapshot")
                : null;
    }

    private static SnapshotStatusError classError(VolumeGroupSnapshot group, SnapshotException snapshotException) {
        return group.className() != null
                ? new SnapshotStatusError(
                        false,
                        "GetGroupSnapshotClassFailed",
                        "failed to get group snapshot class with error " + snapshotException.text())
                : new SnapshotStatusError(
                        false,
                        "SetDefaultGroupSnapshotClassFailed",
                        "Failed to set default group snapshot class with error " + snapshotException.text());
    }

    private static SnapshotActions refused(GroupSnapshotState state, ContentMismatch contentMismatch) {
        SnapshotActions snapshotActions = contentMismatch.error().on(state.group(), state.now());
        if (snapshotActions.own().isEmpty()) {
            return snapshotActions;
        }
        List<ClusterAction> actions = new ArrayList<>(snapshotActions.own());
        actions.add(ClusterAction.RecordEvent.warning(
                state.group().reference(),
                "GroupSnapshotFinalizerError",
                "Failed to check and update group snapshot: " + contentMismatch.text()));
        return SnapshotActions.own(actions).because(contentMismatch.text());
    }

    /// The first write on a new group, before anything else is done for it.
    private static List<ClusterAction> protection(GroupSnapshotState state, @Nullable VolumeSnapshotClass chosen) {
        VolumeGroupSnapshot group = state.group();
        String newClass =
                chosen != null && group.className() == null ? chosen.meta().name() : "";
        boolean loose = (state.content() != null || group.contentName().isEmpty())
                && !group.meta().hasFinalizer(SnapshotMetadataKeys.GROUP_BOUND_PROTECTION);
        if (newClass.isEmpty() && !loose) {
            return List.of();
        }
        ObjectNode body = Json.object();
        if (loose) {
            var finalizers = body.putObject("metadata").putArray("finalizers");
            group.meta().finalizers().forEach(finalizers::add);
            finalizers.add(SnapshotMetadataKeys.GROUP_BOUND_PROTECTION);
        }
        if (!newClass.isEmpty()) {
            body.putObject("spec").put("volumeGroupSnapshotClassName", newClass);
        }
        return List.of(new ClusterAction.PatchObject<>(
                Kinds.GROUP_SNAPSHOTS, group, Patch.merge(body).onlyIfUnchanged(group)));
    }

    private static SnapshotActions ready(GroupSnapshotState state) {
        VolumeGroupSnapshotContent content = state.content();
        if (content == null) {
            return missing(state);
        }
        return content.isBoundTo(state.group())
                ? SnapshotActions.nothing()
                : new SnapshotStatusError(
                                true,
                                "GroupSnapshotMisbound",
                                "VolumeGroupSnapshotContent is not bound to the VolumeGroupSnapshot correctly")
                        .on(state.group(), state.now());
    }

    private static SnapshotActions missing(GroupSnapshotState state) {
        return new SnapshotStatusError(true, "GroupSnapshotContentMissing", "VolumeGroupSnapshotContent is missing")
                .on(state.group(), state.now());
    }

    private static SnapshotActions unready(GroupSnapshotState state, @Nullable VolumeSnapshotClass chosen) {
        VolumeGroupSnapshot group = state.group();
        VolumeGroupSnapshotContent content = state.content();
        if (!group.contentName().isEmpty()) {
            return content == null
                    ? missing(state)
                    : SnapshotActions.own(GroupSnapshotStatusUpdate.acts(group, content))
                            .with(GroupContentBinding.acts(group, content));
        }
        if (content != null) {
            return chosen == null ? missing(state) : GroupMemberCreation.then(state, content, chosen);
        }
        // The snapshot was taken once: see SnapshotDecision.
        return chosen == null || !group.created().isEmpty() ? missing(state) : GroupContentCreation.of(state, chosen);
    }
}
