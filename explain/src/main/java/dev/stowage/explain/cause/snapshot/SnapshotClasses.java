package dev.stowage.explain.cause.snapshot;

import dev.stowage.explain.cause.Actor;
import dev.stowage.explain.cause.Commands;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.picture.Picture;
import dev.stowage.explain.picture.Sort;
import dev.stowage.explain.picture.Thing;
import java.util.List;
import java.util.Optional;

/// Whether there is a class for a snapshot of a driver's volume.
final class SnapshotClasses {
    private static final String DEFAULT = "snapshot.storage.kubernetes.io/is-default-class";

    private SnapshotClasses() {}

    static Optional<Finding> finding(Thing snapshot, String driver, Picture picture) {
        if (!picture.sees(Sort.SNAPSHOT_CLASS)) {
            return Optional.empty();
        }
        String name = snapshot.text("/spec/volumeSnapshotClassName");
        return name.isEmpty() ? byDefault(snapshot, driver, picture) : named(snapshot, name, driver, picture);
    }

    private static Optional<Finding> named(Thing snapshot, String name, String driver, Picture picture) {
        Optional<Thing> found = picture.find(Sort.SNAPSHOT_CLASS, name);
        if (found.isEmpty()) {
            return TakenFrom.draft(
                            snapshot, "%s names vsclass/%s, which does not exist.".formatted(snapshot.title(), name))
                    .actor(Actor.USER)
                    .shows(snapshot, "volumeSnapshotClassName " + name)
                    .advice("For driver " + driver + " there are: " + listed(of(driver, picture)) + ".")
                    .safe("See all.", "kubectl get volumesnapshotclasses")
                    .found();
        }
        String served = found.get().text("/driver");
        return served.equals(driver)
                ? Optional.empty()
                : TakenFrom.draft(
                                snapshot,
                                "%s names %s of driver %s, and its volume is of driver %s."
                                        .formatted(snapshot.title(), found.get().title(), served, driver))
                        .actor(Actor.USER)
                        .shows(found.get(), "driver " + served)
                        .advice("For driver " + driver + " there are: " + listed(of(driver, picture)) + ".")
                        .safe("Make the snapshot anew with the right class.", Commands.delete(snapshot))
                        .found();
    }

    private static Optional<Finding> byDefault(Thing snapshot, String driver, Picture picture) {
        List<Thing> classes = of(driver, picture);
        List<Thing> defaults = classes.stream()
                .filter(each -> each.annotation(DEFAULT).filter("true"::equals).isPresent())
                .toList();
        if (defaults.size() == 1) {
            return Optional.empty();
        }
        String verdict = defaults.isEmpty()
                ? "%s names no class, and none is the default for driver %s.".formatted(snapshot.title(), driver)
                : "%s names no class, and %d are the default for driver %s: %s."
                        .formatted(snapshot.title(), defaults.size(), driver, listed(defaults));
        return TakenFrom.draft(snapshot, verdict)
                .actor(classes.isEmpty() ? Actor.STORAGE_ADMIN : Actor.USER)
                .shows(snapshot, "no volumeSnapshotClassName")
                .advice(
                        classes.isEmpty()
                                ? "Driver " + driver
                                        + " has no VolumeSnapshotClass: it takes no snapshots, or one has to be made."
                                : "Name one in the snapshot: " + listed(classes) + ".")
                .safe("See all.", "kubectl get volumesnapshotclasses")
                .found();
    }

    private static List<Thing> of(String driver, Picture picture) {
        return picture.all(Sort.SNAPSHOT_CLASS).stream()
                .filter(each -> each.text("/driver").equals(driver))
                .toList();
    }

    private static String listed(List<Thing> classes) {
        return classes.isEmpty()
                ? "none"
                : String.join(", ", classes.stream().map(Thing::name).toList());
    }
}
