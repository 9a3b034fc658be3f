package dev.stowage.explain.doctor.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.explain.doctor.CheckResult;
import dev.stowage.explain.doctor.NameSummary;
import dev.stowage.k8s.names.StorageClassKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Published storage capacities, and whether they can be used.
final class CapacityChecks {
    private CapacityChecks() {}

    static List<CheckResult> of(ClusterState clusterState) {
        List<CheckResult> checks = new ArrayList<>();
        List<String> classless = new ArrayList<>();
        List<String> nodeless = new ArrayList<>();
        for (KubeResource capacity : clusterState.all(ResourceKind.CAPACITY)) {
            if (clusterState
                    .find(ResourceKind.CLASS, capacity.text("/storageClassName"))
                    .isEmpty()) {
                classless.add(capacity.namespace() + "/" + capacity.name());
            } else if (capacity.json().has("nodeTopology")
                    && clusterState.all(ResourceKind.NODE).stream().noneMatch(node -> matches(capacity, node))) {
                nodeless.add(capacity.namespace() + "/" + capacity.name());
            }
        }
        if (!classless.isEmpty()) {
            checks.add(CheckResult.note(
                    "capacity-stale",
                    NameSummary.count(classless.size(), "capacity object") + " of deleted classes: "
                            + NameSummary.of(classless) + ".",
                    "The provisioner deletes them while it runs; delete them if the driver was uninstalled."));
        }
        if (!nodeless.isEmpty()) {
            checks.add(CheckResult.note(
                    "capacity-stale",
                    NameSummary.count(nodeless.size(), "capacity object") + " that match no node: "
                            + NameSummary.of(nodeless) + ".",
                    "Nodes were deleted or relabeled; the provisioner on such a node cannot clean up."));
        }
        missing(clusterState, checks);
        if (checks.isEmpty()) {
            checks.add(CheckResult.ok(
                    "capacity",
                    NameSummary.count(clusterState.all(ResourceKind.CAPACITY).size(), "capacity object")
                            + ", all for existing classes and nodes."));
        }
        return checks;
    }

    /// The scheduler places nothing by a driver that promises capacity and publishes none.
    private static void missing(ClusterState clusterState, List<CheckResult> checks) {
        for (KubeResource storageClass : clusterState.all(ResourceKind.CLASS)) {
            boolean promised = clusterState
                    .find(ResourceKind.DRIVER, storageClass.text("/provisioner"))
                    .filter(driver -> driver.json().at("/spec/storageCapacity").asBoolean())
                    .isPresent();
            boolean late = storageClass.text("/volumeBindingMode").equals(StorageClassKeys.WAIT_FOR_FIRST_CONSUMER);
            boolean published = clusterState.all(ResourceKind.CAPACITY).stream()
                    .anyMatch(one -> one.text("/storageClassName").equals(storageClass.name()));
            if (promised && late && !published) {
                checks.add(CheckResult.bad(
                        "capacity-missing",
                        "The driver of class " + storageClass.name()
                                + " declares storageCapacity but has published none: no pod with such a claim is"
                                + " scheduled.",
                        "Run its provisioner with --enable-capacity, or set storageCapacity: false in the CSIDriver."));
            }
        }
    }

    private static boolean matches(KubeResource capacity, KubeResource node) {
        for (Map.Entry<String, JsonNode> label :
                capacity.json().at("/nodeTopology/matchLabels").properties()) {
            if (!node.label(label.getKey())
                    .filter(label.getValue().asText()::equals)
                    .isPresent()) {
                return false;
            }
        }
        return capacity.list("/nodeTopology/matchExpressions")
                .filter(term -> term.path("operator").asText().equals("In"))
                .allMatch(term -> node.label(term.path("key").asText())
                        .filter(value -> holds(term.path("values"), value))
                        .isPresent());
    }

    private static boolean holds(JsonNode values, String value) {
        for (JsonNode one : values) {
            if (one.asText().equals(value)) {
                return true;
            }
        }
        return false;
    }
}
