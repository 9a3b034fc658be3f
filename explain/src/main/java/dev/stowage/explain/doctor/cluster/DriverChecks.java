package dev.stowage.explain.doctor.cluster;

import dev.stowage.explain.doctor.Check;
import dev.stowage.explain.doctor.Listed;
import dev.stowage.explain.picture.Picture;
import dev.stowage.explain.picture.Sort;
import dev.stowage.explain.picture.Thing;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Drivers as they declare themselves, against where they are registered.
final class DriverChecks {
    private DriverChecks() {}

    static List<Check> registered(Picture picture) {
        KnownDrivers drivers = KnownDrivers.in(picture);
        List<Check> checks = new ArrayList<>();
        Set<String> nowhere = new TreeSet<>(drivers.declared());
        nowhere.removeAll(drivers.registered());
        if (!nowhere.isEmpty()) {
            checks.add(Check.warn(
                    "drivers-registered",
                    "No node has registered: " + Listed.of(nowhere) + ". Their volumes cannot be mounted anywhere.",
                    "Look whether the driver's DaemonSet runs, and whether its registrar uses the kubelet's folder."));
        }
        Set<String> undeclared = new TreeSet<>(drivers.registered());
        undeclared.removeAll(drivers.declared());
        if (!undeclared.isEmpty()) {
            checks.add(Check.warn(
                    "drivers-declared",
                    "Registered, but without a CSIDriver object: " + Listed.of(undeclared)
                            + ". Kubernetes then takes it that volumes must be attached, and waits for an attacher.",
                    "Apply the driver's CSIDriver manifest; if it attaches nothing, with attachRequired: false."));
        }
        if (checks.isEmpty()) {
            checks.add(Check.ok(
                    "drivers-registered",
                    drivers.declared().isEmpty()
                            ? "There is no CSI driver."
                            : "Declared and registered: " + Listed.of(drivers.declared()) + "."));
        }
        return checks;
    }

    /// In order where nodes have no such driver on purpose; a surprise where a pod of the DaemonSet is missing.
    static List<Check> everywhere(Picture picture) {
        List<Check> checks = new ArrayList<>();
        for (String driver : KnownDrivers.in(picture).registered()) {
            List<String> without = picture.all(Sort.NODE).stream()
                    .filter(NodeChecks::isReady)
                    .map(Thing::name)
                    .filter(node -> picture.find(Sort.CSI_NODE, node).stream()
                            .flatMap(csiNode -> csiNode.list("/spec/drivers"))
                            .noneMatch(one -> one.path("name").asText().equals(driver)))
                    .toList();
            if (!without.isEmpty()) {
                checks.add(
                        Check.note(
                                "drivers-everywhere",
                                driver + " is not registered at " + Listed.of(without)
                                        + ": pods with its volumes do not run there.",
                                "If it should be: look at the driver's pod on that node, and run stowage doctor --node there."));
            }
        }
        if (checks.isEmpty()) {
            checks.add(Check.ok("drivers-everywhere", "Every registered driver is on every node that is ready."));
        }
        return checks;
    }
}
