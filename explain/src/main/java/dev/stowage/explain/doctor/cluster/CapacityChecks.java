package dev.stowage.explain.doctor.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.explain.doctor.Check;
import dev.stowage.explain.doctor.Listed;
import dev.stowage.explain.picture.Picture;
import dev.stowage.explain.picture.Sort;
import dev.stowage.explain.picture.Thing;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What drivers publish about free space, and whether anybody can use it.
final class CapacityChecks {
    private CapacityChecks() {}

    static List<Check> of(Picture picture) {
        List<Check> checks = new ArrayList<>();
        List<String> classless = new ArrayList<>();
        List<String> nodeless = new ArrayList<>();
        for (Thing capacity : picture.all(Sort.CAPACITY)) {
            if (picture.find(Sort.CLASS, capacity.text("/storageClassName")).isEmpty()) {
                classless.add(capacity.namespace() + "/" + capacity.name());
            } else if (capacity.json().has("nodeTopology")
                    && picture.all(Sort.NODE).stream().noneMatch(node -> matches(capacity, node))) {
                nodeless.add(capacity.namespace() + "/" + capacity.name());
            }
        }
        if (!classless.isEmpty()) {
            checks.add(Check.note(
                    "capacity-stale",
                    Listed.count(classless.size(), "capacity object") + " of classes that are gone: "
                            + Listed.of(classless) + ".",
                    "The provisioner removes them while it runs; delete them when the driver is gone."));
        }
        if (!nodeless.isEmpty()) {
            checks.add(Check.note(
                    "capacity-stale",
                    Listed.count(nodeless.size(), "capacity object") + " that fit no node: " + Listed.of(nodeless)
                            + ".",
                    "Nodes are gone or their labels changed; the provisioner on such a node cannot clean up."));
        }
        missing(picture, checks);
        if (checks.isEmpty()) {
            checks.add(Check.ok(
                    "capacity",
                    Listed.count(picture.all(Sort.CAPACITY).size(), "capacity object")
                            + ", each of a class and for nodes that exist."));
        }
        return checks;
    }

    /// The scheduler places nothing by a driver that promises capacity and publishes none.
    private static void missing(Picture picture, List<Check> checks) {
        for (Thing storageClass : picture.all(Sort.CLASS)) {
            boolean promised = picture.find(Sort.DRIVER, storageClass.text("/provisioner"))
                    .filter(driver -> driver.json().at("/spec/storageCapacity").asBoolean())
                    .isPresent();
            boolean late = storageClass.text("/volumeBindingMode").equals("WaitForFirstConsumer");
            boolean published = picture.all(Sort.CAPACITY).stream()
                    .anyMatch(one -> one.text("/storageClassName").equals(storageClass.name()));
            if (promised && late && !published) {
                checks.add(Check.bad(
                        "capacity-missing",
                        "The driver of class " + storageClass.name()
                                + " promises capacity and has published none for it: no pod with such a claim is"
                                + " scheduled.",
                        "Run its provisioner with --enable-capacity, or set storageCapacity: false in the CSIDriver."));
            }
        }
    }

    private static boolean matches(Thing capacity, Thing node) {
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
