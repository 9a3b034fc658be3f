package dev.stowage.explain.cause.snapshot;

import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.KubectlCommands;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import java.util.List;
import java.util.Optional;

/// Whether there is a class for a snapshot of a driver's volume.
final class SnapshotClassNotFound {
    private static final String DEFAULT = "snapshot.storage.kubernetes.io/is-default-class";

    private SnapshotClassNotFound() {}

    static Optional<Finding> finding(KubeResource snapshot, String driver, ClusterState clusterState) {
        if (!clusterState.isListed(ResourceKind.SNAPSHOT_CLASS)) {
            return Optional.empty();
        }
        String name = snapshot.text("/spec/volumeSnapshotClassName");
        return name.isEmpty() ? byDefault(snapshot, driver, clusterState) : named(snapshot, name, driver, clusterState);
    }

    private static Optional<Finding> named(
            KubeResource snapshot, String name, String driver, ClusterState clusterState) {
        Optional<KubeResource> found = clusterState.find(ResourceKind.SNAPSHOT_CLASS, name);
        if (found.isEmpty()) {
            return InvalidSnapshotSource.draft(
                            snapshot, "%s names vsclass/%s, which does not exist.".formatted(snapshot.title(), name))
                    .actor(ResponsibleParty.USER)
                    .evidence(snapshot, "volumeSnapshotClassName " + name)
                    .advice("For driver " + driver + " there are: " + listed(of(driver, clusterState)) + ".")
                    .safe("See all.", "kubectl get volumesnapshotclasses")
                    .build();
        }
        String served = found.get().text("/driver");
        return served.equals(driver)
                ? Optional.empty()
                : InvalidSnapshotSource.draft(
                                snapshot,
                                "%s names %s of driver %s, and its volume is of driver %s."
                                        .formatted(snapshot.title(), found.get().title(), served, driver))
                        .actor(ResponsibleParty.USER)
                        .evidence(found.get(), "driver " + served)
                        .advice("For driver " + driver + " there are: " + listed(of(driver, clusterState)) + ".")
                        .safe("Make the snapshot anew with the right class.", KubectlCommands.delete(snapshot))
                        .build();
    }

    private static Optional<Finding> byDefault(KubeResource snapshot, String driver, ClusterState clusterState) {
        List<KubeResource> classes = of(driver, clusterState);
        List<KubeResource> defaults = classes.stream()
                .filter(each -> each.annotation(DEFAULT).filter("true"::equals).isPresent())
                .toList();
        if (defaults.size() == 1) {
            return Optional.empty();
        }
        String verdict = defaults.isEmpty()
                ? "%s names no class, and none is the default for driver %s.".formatted(snapshot.title(), driver)
                : "%s names no class, and %d are the default for driver %s: %s."
                        .formatted(snapshot.title(), defaults.size(), driver, listed(defaults));
        return InvalidSnapshotSource.draft(snapshot, verdict)
                .actor(classes.isEmpty() ? ResponsibleParty.STORAGE_ADMIN : ResponsibleParty.USER)
                .evidence(snapshot, "no volumeSnapshotClassName")
                .advice(
                        classes.isEmpty()
                                ? "Driver " + driver
                                        + " has no VolumeSnapshotClass: it takes no snapshots, or one has to be made."
                                : "Name one in the snapshot: " + listed(classes) + ".")
                .safe("See all.", "kubectl get volumesnapshotclasses")
                .build();
    }

    private static List<KubeResource> of(String driver, ClusterState clusterState) {
        return clusterState.all(ResourceKind.SNAPSHOT_CLASS).stream()
                .filter(each -> each.text("/driver").equals(driver))
                .toList();
    }

    private static String listed(List<KubeResource> classes) {
        return classes.isEmpty()
                ? "none"
                : String.join(", ", classes.stream().map(KubeResource::name).toList());
    }
}
