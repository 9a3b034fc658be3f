package dev.stowage.explain.doctor.cluster;

import dev.stowage.explain.doctor.Check;
import dev.stowage.explain.doctor.Listed;
import dev.stowage.explain.picture.Picture;
import dev.stowage.explain.picture.Sort;
import dev.stowage.explain.picture.Thing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Snapshots are not part of Kubernetes itself: definitions, a controller and classes are each installed or forgotten.
final class SnapshotChecks {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private SnapshotChecks() {}

    static List<Check> of(Picture picture) {
        if (!picture.sees(Sort.SNAPSHOT)) {
            return List.of(Check.note(
                    "snapshots",
                    "Snapshots cannot be used or seen: " + picture.unseen().get(Sort.SNAPSHOT) + ".",
                    "Install the snapshot definitions and the snapshot controller, if you want snapshots."));
        }
        List<Check> checks = new ArrayList<>();
        untouched(picture, checks);
        contents(picture, checks);
        classes(picture, checks);
        if (checks.isEmpty()) {
            checks.add(Check.ok(
                    "snapshots",
                    Listed.count(picture.all(Sort.SNAPSHOT).size(), "snapshot") + ", and nothing is amiss with them."));
        }
        return checks;
    }

    /// The controller's first act is a finalizer or an error; without either, nobody looks at snapshots.
    private static void untouched(Picture picture, List<Check> checks) {
        List<String> names = picture.all(Sort.SNAPSHOT).stream()
                .filter(snapshot -> !snapshot.json().has("status"))
                .filter(snapshot ->
                        snapshot.list("/metadata/finalizers").findAny().isEmpty())
                .filter(snapshot -> snapshot.time("/metadata/creationTimestamp")
                        .filter(made -> Duration.between(made, picture.taken()).compareTo(PATIENCE) > 0)
                        .isPresent())
                .map(snapshot -> snapshot.namespace() + "/" + snapshot.name())
                .toList();
        if (!names.isEmpty()) {
            checks.add(Check.bad(
                    "snapshots-untouched",
                    "Nobody has looked at " + Listed.count(names.size(), "snapshot") + ": " + Listed.of(names) + ".",
                    "The snapshot controller does not run, or may not write; it is installed once for a cluster."));
        }
    }

    private static void contents(Picture picture, List<Check> checks) {
        List<String> orphans = picture.all(Sort.SNAPSHOT_CONTENT).stream()
                .filter(content -> !content.isDeleting())
                .filter(content -> picture.find(
                                Sort.SNAPSHOT,
                                content.text("/spec/volumeSnapshotRef/namespace"),
                                content.text("/spec/volumeSnapshotRef/name"))
                        .filter(snapshot -> isSame(content, snapshot))
                        .isEmpty())
                .map(Thing::name)
                .toList();
        if (!orphans.isEmpty()) {
            checks.add(Check.note(
                    "contents-orphaned",
                    Listed.count(orphans.size(), "snapshot content") + " without a snapshot: " + Listed.of(orphans)
                            + ".",
                    "Kept by deletionPolicy Retain. Make a VolumeSnapshot with source.volumeSnapshotContentName to use"
                            + " it again, or set the policy to Delete and delete it."));
        }
    }

    private static boolean isSame(Thing content, Thing snapshot) {
        String wanted = content.text("/spec/volumeSnapshotRef/uid");
        return wanted.isEmpty() || wanted.equals(snapshot.uid());
    }

    private static void classes(Picture picture, List<Check> checks) {
        KnownDrivers drivers = KnownDrivers.in(picture);
        List<String> without = picture.all(Sort.SNAPSHOT_CLASS).stream()
                .filter(one -> !drivers.isKnown(one.text("/driver")))
                .map(one -> one.name() + " (" + one.text("/driver") + ")")
                .toList();
        if (!without.isEmpty()) {
            checks.add(Check.warn(
                    "snapshot-class-drivers",
                    "Snapshot classes whose driver is not here: " + Listed.of(without) + ".",
                    "Look for a typing mistake, or install the driver."));
        }
    }
}
