package dev.stowage.control.snapshot;

import dev.stowage.k8s.names.SnapshotMetadataKeys;
import dev.stowage.k8s.names.VolumeEventReasons;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.VolumeSnapshot;
import dev.stowage.kube.model.VolumeSnapshotClass;
import dev.stowage.kube.model.VolumeSnapshotContent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Decides for a snapshot.
final class SnapshotDecision {

    private SnapshotDecision() {}

    static SnapshotActions of(SnapshotState state) {
        VolumeSnapshot snapshot = state.snapshot();
        if (snapshot.isBeingDeleted()) {
            return SnapshotDeletion.of(state);
        }
        VolumeSnapshotClass chosen;
        try {
            chosen = chosenClass(state);
        } catch (SnapshotException e) {
            return classError(snapshot, e).on(snapshot, state.now());
        }
        boolean member = GroupMembership.isMember(snapshot);
        boolean taken = !snapshot.claimName().isEmpty();
        boolean brought = !snapshot.contentName().isEmpty();
        // A member of a group may have neither; a member of a pre-provisioned group has a content.
        if (taken == brought && (taken || !member)) {
            return new SnapshotStatusError(
                            true,
                            "SnapshotValidationError",
                            "Exactly one of PersistentVolumeClaimName and VolumeSnapshotContentName should be specified")
                    .on(snapshot, state.now());
        }
        Optional<ContentMismatch> wrong = ContentCheck.check(snapshot, state.content());
        if (wrong.isPresent() && isNamedAsExpected(snapshot, state.content())) {
            return refused(state, wrong.get());
        }
        SnapshotActions next = snapshot.isReady() && isBound(snapshot) ? ready(state) : unready(state, chosen, member);
        return next.after(SnapshotProtection.acts(state, chosen, member));
    }

    /// A ready snapshot may be bound to a content of any name.
    private static boolean isNamedAsExpected(VolumeSnapshot snapshot, @Nullable VolumeSnapshotContent content) {
        String expected = snapshot.contentName().isEmpty() ? ContentName.taken(snapshot) : snapshot.contentName();
        return content != null && content.meta().name().equals(expected);
    }

    private static boolean isBound(VolumeSnapshot snapshot) {
        return !snapshot.boundContent().isEmpty();
    }

    /// Null for a snapshot that needs none.
    private static @Nullable VolumeSnapshotClass chosenClass(SnapshotState state) throws SnapshotException {
        VolumeSnapshot snapshot = state.snapshot();
        String name = snapshot.className();
        if (name != null) {
            return SnapshotClassSelection.named(name, state.classes())
                    .orElseThrow(() -> new SnapshotException(
                            "volumesnapshotclass.snapshot.storage.k8s.io \"" + name + "\" not found"));
        }
        if (!snapshot.contentName().isEmpty() || GroupMembership.isMember(snapshot)) {
            return null;
        }
        return SnapshotClassSelection.defaultClass(
                ContentCreation.driver(state), state.classes(), SnapshotMetadataKeys.IS_DEFAULT_CLASS, "snapshot");
    }

    private static SnapshotStatusError classError(VolumeSnapshot snapshot, SnapshotException snapshotException) {
        return snapshot.className() != null
                ? new SnapshotStatusError(
                        false,
                        "GetSnapshotClassFailed",
                        "Failed to get snapshot class with error " + snapshotException.text())
                : new SnapshotStatusError(
                        false,
                        "SetDefaultSnapshotClassFailed",
                        "Failed to set default snapshot class with error " + snapshotException.text());
    }

    private static SnapshotActions refused(SnapshotState state, ContentMismatch contentMismatch) {
        SnapshotActions snapshotActions = contentMismatch.error().on(state.snapshot(), state.now());
        if (snapshotActions.own().isEmpty()) {
            return snapshotActions;
        }
        List<ClusterAction> actions = new ArrayList<>(snapshotActions.own());
        actions.add(ClusterAction.RecordEvent.warning(
                state.snapshot().reference(),
                "SnapshotFinalizerError",
                "Failed to check and update snapshot: " + contentMismatch.text()));
        return SnapshotActions.own(actions).because(contentMismatch.text());
    }

    private static SnapshotActions ready(SnapshotState state) {
        VolumeSnapshot snapshot = state.snapshot();
        VolumeSnapshotContent content = state.content();
        if (content == null) {
            return missing(state);
        }
        if (!content.isBoundTo(snapshot)) {
            return new SnapshotStatusError(
                            true,
                            "SnapshotMisbound",
                            "VolumeSnapshotContent is not bound to the VolumeSnapshot correctly")
                    .on(snapshot, state.now());
        }
        if (!GroupMembership.lacksOwner(snapshot)) {
            return SnapshotActions.nothing();
        }
        var group = state.group().object();
        return group == null
                ? SnapshotActions.waiting("missing parent group for snapshot " + snapshot.key())
                : SnapshotActions.own(List.of(new ClusterAction.PatchObject<>(
                        Kinds.SNAPSHOTS, snapshot, GroupMembership.adopt(snapshot, group))));
    }

    private static SnapshotActions missing(SnapshotState state) {
        return new SnapshotStatusError(
                        true, VolumeEventReasons.SNAPSHOT_CONTENT_MISSING, "VolumeSnapshotContent is missing")
                .on(state.snapshot(), state.now());
    }

    private static SnapshotActions unready(SnapshotState state, @Nullable VolumeSnapshotClass chosen, boolean member) {
        VolumeSnapshot snapshot = state.snapshot();
        VolumeSnapshotContent content = state.content();
        if (!snapshot.contentName().isEmpty()) {
            return content == null
                    ? missing(state)
                    : SnapshotStatusUpdate.of(state, content, false).with(ContentBinding.acts(snapshot, content));
        }
        if (member) {
            return content == null
                    ? SnapshotActions.waiting("detected group snapshot member " + snapshot.key() + " with no content")
                    : SnapshotStatusUpdate.of(state, content, false);
        }
        if (content != null) {
            return content.snapshotHandle().isEmpty()
                    ? SnapshotStatusUpdate.of(state, content, true)
                    : new SnapshotStatusError(
                                    true,
                                    "SnapshotHandleSet",
                                    "Snapshot handle should not be set in content " + snapshot.key()
                                            + " for dynamic provisioning")
                            .on(snapshot, state.now());
        }
        // The snapshot was taken once: taking another under its name would present today's data as that of
        // then.
        if (chosen == null || !snapshot.created().isEmpty()) {
            return missing(state);
        }
        return ContentCreation.of(state, chosen);
    }
}
