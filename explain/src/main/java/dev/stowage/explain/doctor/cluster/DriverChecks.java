package dev.stowage.explain.doctor.cluster;

import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.explain.doctor.CheckResult;
import dev.stowage.explain.doctor.NameSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Compares declared drivers with their registrations.
final class DriverChecks {
    private DriverChecks() {}

    static List<CheckResult> registered(ClusterState clusterState) {
        DriverInventory drivers = DriverInventory.in(clusterState);
        List<CheckResult> checks = new ArrayList<>();
        Set<String> nowhere = new TreeSet<>(drivers.declared());
        nowhere.removeAll(drivers.registered());
        if (!nowhere.isEmpty()) {
            checks.add(
                    CheckResult.warn(
                            "drivers-registered",
                            "Not registered on any node: " + NameSummary.of(nowhere)
                                    + ". Their volumes cannot be mounted.",
                            "Check whether the driver's DaemonSet runs, and whether its registrar uses the kubelet's root directory."));
        }
        Set<String> undeclared = new TreeSet<>(drivers.registered());
        undeclared.removeAll(drivers.declared());
        if (!undeclared.isEmpty()) {
            checks.add(CheckResult.warn(
                    "drivers-declared",
                    "Registered, but without a CSIDriver object: " + NameSummary.of(undeclared)
                            + ". Kubernetes then assumes that volumes must be attached, and waits for an attacher.",
                    "Apply the driver's CSIDriver manifest, with attachRequired: false if volumes need no attaching."));
        }
        if (checks.isEmpty()) {
            checks.add(CheckResult.ok(
                    "drivers-registered",
                    drivers.declared().isEmpty()
                            ? "No CSI driver is installed."
                            : "Declared and registered: " + NameSummary.of(drivers.declared()) + "."));
        }
        return checks;
    }

    /// Expected when some nodes have no such driver on purpose; otherwise a pod of the DaemonSet is missing.
    static List<CheckResult> everywhere(ClusterState clusterState) {
        List<CheckResult> checks = new ArrayList<>();
        for (String driver : DriverInventory.in(clusterState).registered()) {
            List<String> without = clusterState.all(ResourceKind.NODE).stream()
                    .filter(NodeChecks::isReady)
                    .map(KubeResource::name)
                    .filter(node -> clusterState.find(ResourceKind.CSI_NODE, node).stream()
                            .flatMap(csiNode -> csiNode.list("/spec/drivers"))
                            .noneMatch(one -> one.path("name").asText().equals(driver)))
                    .toList();
            if (!without.isEmpty()) {
                checks.add(CheckResult.note(
                        "drivers-everywhere",
                        driver + " is not registered on " + NameSummary.of(without)
                                + ": pods that use its volumes cannot run there.",
                        "If it should be: check the driver's pod on that node, and run stowage doctor --node there."));
            }
        }
        if (checks.isEmpty()) {
            checks.add(CheckResult.ok("drivers-everywhere", "Every driver is registered on every ready node."));
        }
        return checks;
    }
}
