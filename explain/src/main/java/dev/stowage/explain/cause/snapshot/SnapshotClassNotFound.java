package dev.stowage.explain.cause.snapshot;

import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.KubectlCommands;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.k8s.names.SnapshotMetadataKeys;
import java.util.List;
import java.util.Optional;

/// Whether a snapshot of a driver's volume has a class.
final class SnapshotClassNotFound {

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
                            snapshot,
                            "%s references vsclass/%s, which does not exist.".formatted(snapshot.title(), name))
                    .actor(ResponsibleParty.USER)
                    .evidence(snapshot, "volumeSnapshotClassName " + name)
                    .advice("For driver " + driver + " these classes exist: " + listed(of(driver, clusterState)) + ".")
                    .safe("List the classes.", "kubectl get volumesnapshotclasses")
                    .build();
        }
        String served = found.get().text("/driver");
        return served.equals(driver)
                ? Optional.empty()
                : InvalidSnapshotSource.draft(
                                snapshot,
                                "%s references %s of driver %s, but its volume belongs to driver %s."
                                        .formatted(snapshot.title(), found.get().title(), served, driver))
                        .actor(ResponsibleParty.USER)
                        .evidence(found.get(), "driver " + served)
                        .advice("For driver " + driver + " these classes exist: " + listed(of(driver, clusterState))
                                + ".")
                        .safe(
                                "Delete the snapshot and recreate it with the right class.",
                                KubectlCommands.delete(snapshot))
                        .build();
    }

    private static Optional<Finding> byDefault(KubeResource snapshot, String driver, ClusterState clusterState) {
        List<KubeResource> classes = of(driver, clusterState);
        List<KubeResource> defaults = classes.stream()
                .filter(each -> each.annotation(SnapshotMetadataKeys.IS_DEFAULT_CLASS)
                        .filter("true"::equals)
                        .isPresent())
                .toList();
        if (defaults.size() == 1) {
            return Optional.empty();
        }
        String verdict = defaults.isEmpty()
                ? "%s has no class, and there is no default class for driver %s.".formatted(snapshot.title(), driver)
                : "%s has no class, and there are %d default classes for driver %s: %s."
                        .formatted(snapshot.title(), defaults.size(), driver, listed(defaults));
        return InvalidSnapshotSource.draft(snapshot, verdict)
                .actor(classes.isEmpty() ? ResponsibleParty.STORAGE_ADMIN : ResponsibleParty.USER)
                .evidence(snapshot, "no volumeSnapshotClassName")
                .advice(
                        classes.isEmpty()
                                ? "Driver " + driver
                                        + " has no VolumeSnapshotClass: create one, if the driver supports snapshots."
                                : "Set one in the snapshot: " + listed(classes) + ".")
                .safe("List the classes.", "kubectl get volumesnapshotclasses")
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
