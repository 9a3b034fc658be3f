package dev.stowage.control.snapshot;

import dev.stowage.control.act.Act;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.VolumeSnapshot;
import dev.stowage.kube.model.VolumeSnapshotClass;
import dev.stowage.kube.model.VolumeSnapshotContent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What to do about a snapshot.
final class SnapshotDecision {

    private SnapshotDecision() {}

    static Verdict of(SnapshotSight sight) {
        VolumeSnapshot snapshot = sight.snapshot();
        if (snapshot.isBeingDeleted()) {
            return SnapshotDeletion.of(sight);
        }
        VolumeSnapshotClass chosen;
        try {
            chosen = chosenClass(sight);
        } catch (Obstacle e) {
            return classMistake(snapshot, e).on(snapshot, sight.now());
        }
        boolean member = Membership.isMember(snapshot);
        boolean taken = !snapshot.claimName().isEmpty();
        boolean brought = !snapshot.contentName().isEmpty();
        // A member of a group may be without both; one that was brought along with its group has a content.
        if (taken == brought && (taken || !member)) {
            return new Mistake(
                            true,
                            "SnapshotValidationError",
                            "Exactly one of PersistentVolumeClaimName and VolumeSnapshotContentName should be specified")
                    .on(snapshot, sight.now());
        }
        Optional<Wrong> wrong = ContentLookup.check(snapshot, sight.content());
        if (wrong.isPresent() && isNamedAsExpected(snapshot, sight.content())) {
            return refused(sight, wrong.get());
        }
        Verdict next = snapshot.isReady() && isBound(snapshot) ? ready(sight) : unready(sight, chosen, member);
        return next.after(SnapshotProtection.acts(sight, chosen, member));
    }

    /// One that is ready may be bound to a content of any name.
    private static boolean isNamedAsExpected(VolumeSnapshot snapshot, @Nullable VolumeSnapshotContent content) {
        String expected = snapshot.contentName().isEmpty() ? ContentName.taken(snapshot) : snapshot.contentName();
        return content != null && content.meta().name().equals(expected);
    }

    private static boolean isBound(VolumeSnapshot snapshot) {
        return !snapshot.boundContent().isEmpty();
    }

    /// Null for a snapshot that needs none.
    private static @Nullable VolumeSnapshotClass chosenClass(SnapshotSight sight) throws Obstacle {
        VolumeSnapshot snapshot = sight.snapshot();
        String name = snapshot.className();
        if (name != null) {
            return ClassChoice.named(name, sight.classes())
                    .orElseThrow(() ->
                            new Obstacle("volumesnapshotclass.snapshot.storage.k8s.io \"" + name + "\" not found"));
        }
        if (!snapshot.contentName().isEmpty() || Membership.isMember(snapshot)) {
            return null;
        }
        return ClassChoice.usual(ContentMaking.driver(sight), sight.classes(), Marks.DEFAULT_CLASS, "snapshot");
    }

    private static Mistake classMistake(VolumeSnapshot snapshot, Obstacle obstacle) {
        return snapshot.className() != null
                ? new Mistake(
                        false, "GetSnapshotClassFailed", "Failed to get snapshot class with error " + obstacle.text())
                : new Mistake(
                        false,
                        "SetDefaultSnapshotClassFailed",
                        "Failed to set default snapshot class with error " + obstacle.text());
    }

    private static Verdict refused(SnapshotSight sight, Wrong wrong) {
        Verdict verdict = wrong.mistake().on(sight.snapshot(), sight.now());
        if (verdict.own().isEmpty()) {
            return verdict;
        }
        List<Act> acts = new ArrayList<>(verdict.own());
        acts.add(Act.Tell.warning(
                sight.snapshot().reference(),
                "SnapshotFinalizerError",
                "Failed to check and update snapshot: " + wrong.text()));
        return Verdict.own(acts).because(wrong.text());
    }

    private static Verdict ready(SnapshotSight sight) {
        VolumeSnapshot snapshot = sight.snapshot();
        VolumeSnapshotContent content = sight.content();
        if (content == null) {
            return missing(sight);
        }
        if (!content.isBoundTo(snapshot)) {
            return new Mistake(
                            true,
                            "SnapshotMisbound",
                            "VolumeSnapshotContent is not bound to the VolumeSnapshot correctly")
                    .on(snapshot, sight.now());
        }
        if (!Membership.lacksOwner(snapshot)) {
            return Verdict.nothing();
        }
        var group = sight.group().object();
        return group == null
                ? Verdict.waiting("missing parent group for snapshot " + snapshot.key())
                : Verdict.own(List.of(new Act.Change<>(Kinds.SNAPSHOTS, snapshot, Membership.adopt(snapshot, group))));
    }

    private static Verdict missing(SnapshotSight sight) {
        return new Mistake(true, "SnapshotContentMissing", "VolumeSnapshotContent is missing")
                .on(sight.snapshot(), sight.now());
    }

    private static Verdict unready(SnapshotSight sight, @Nullable VolumeSnapshotClass chosen, boolean member) {
        VolumeSnapshot snapshot = sight.snapshot();
        VolumeSnapshotContent content = sight.content();
        if (!snapshot.contentName().isEmpty()) {
            return content == null
                    ? missing(sight)
                    : StatusCopy.of(sight, content, false).with(ContentBinding.acts(snapshot, content));
        }
        if (member) {
            return content == null
                    ? Verdict.waiting("detected group snapshot member " + snapshot.key() + " with no content")
                    : StatusCopy.of(sight, content, false);
        }
        if (content != null) {
            return content.snapshotHandle().isEmpty()
                    ? StatusCopy.of(sight, content, true)
                    : new Mistake(
                                    true,
                                    "SnapshotHandleSet",
                                    "Snapshot handle should not be set in content " + snapshot.key()
                                            + " for dynamic provisioning")
                            .on(snapshot, sight.now());
        }
        // It was cut once: taking another under its name would pass off what is there now as what was there then.
        if (chosen == null || !snapshot.created().isEmpty()) {
            return missing(sight);
        }
        return ContentMaking.of(sight, chosen);
    }
}
