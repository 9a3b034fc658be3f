package dev.stowage.node.pluginmanager;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.CsiKeys;
import dev.stowage.kube.model.CsiNode;
import dev.stowage.kube.model.CsiNode.Driver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The next change to make to the CSINode object.
sealed interface CsiNodeAction {
    String MIGRATED = CsiKeys.MIGRATED_PLUGINS;

    /// All in-tree plugins are migrated to CSI on this node.
    String ALL_MIGRATED = "kubernetes.io/aws-ebs,kubernetes.io/azure-disk,kubernetes.io/azure-file,"
            + "kubernetes.io/cinder,kubernetes.io/gce-pd,kubernetes.io/portworx-volume,kubernetes.io/vsphere-volume";

    record Create(ObjectNode object) implements CsiNodeAction {}

    /// It belongs to a deleted node of the same name.
    record Delete(CsiNode seen) implements CsiNodeAction {}

    /// @param change a merge patch
    record Update(CsiNode seen, ObjectNode change) implements CsiNodeAction {}

    record Nothing() implements CsiNodeAction {}

    /// The object itself, independent of its drivers.
    static CsiNodeAction own(String node, String uid, Optional<CsiNode> seen) {
        if (seen.isEmpty()) {
            return new Create(creation(node, uid));
        }
        boolean ours = seen.get().meta().ownerReferences().stream()
                .anyMatch(ownerReference -> ownerReference.kind().equals("Node")
                        && ownerReference.name().equals(node)
                        && ownerReference.uid().equals(uid));
        if (!ours) {
            return new Delete(seen.get());
        }
        Set<String> said = Set.of(seen.get().meta().annotation(MIGRATED).split(",", -1));
        if (said.equals(Set.of(ALL_MIGRATED.split(",", -1)))) {
            return new Nothing();
        }
        ObjectNode change = Json.object();
        change.putObject("metadata").putObject("annotations").put(MIGRATED, ALL_MIGRATED);
        return new Update(seen.get(), change);
    }

    static CsiNodeAction put(String node, String uid, Optional<CsiNode> seen, Driver entry) {
        CsiNodeAction first = own(node, uid, seen);
        if (seen.isEmpty() || !(first instanceof Nothing)) {
            return first;
        }
        Optional<Driver> before = seen.get().driver(entry.name());
        if (before.isPresent() && before.get().equals(entry)) {
            return first;
        }
        // The server allows only the limit of an entry to change.
        boolean replaced = before.isPresent()
                && !(before.get().nodeId().equals(entry.nodeId())
                        && before.get().topologyKeys().equals(entry.topologyKeys()));
        List<Driver> drivers = others(seen.get(), entry.name());
        if (!replaced) {
            drivers.add(entry);
        }
        return new Update(seen.get(), change(drivers));
    }

    static CsiNodeAction remove(Optional<CsiNode> seen, String driver) {
        return seen.isPresent() && seen.get().driver(driver).isPresent()
                ? new Update(seen.get(), change(others(seen.get(), driver)))
                : new Nothing();
    }

    private static List<Driver> others(CsiNode seen, String driver) {
        List<Driver> others = new ArrayList<>(seen.drivers());
        others.removeIf(other -> other.name().equals(driver));
        return others;
    }

    private static ObjectNode change(List<Driver> drivers) {
        ObjectNode change = Json.object();
        write(drivers, change.putObject("spec").putArray("drivers"));
        return change;
    }

    private static void write(List<Driver> drivers, ArrayNode array) {
        for (Driver driver : drivers) {
            ObjectNode entry = array.addObject().put("name", driver.name()).put("nodeID", driver.nodeId());
            driver.topologyKeys().forEach(entry.putArray("topologyKeys")::add);
            Integer limit = driver.limit();
            if (limit != null) {
                entry.putObject("allocatable").put("count", limit);
            }
        }
    }

    private static ObjectNode creation(String node, String uid) {
        ObjectNode object = Json.object();
        ObjectNode meta = object.putObject("metadata").put("name", node);
        meta.putObject("annotations").put(MIGRATED, ALL_MIGRATED);
        meta.putArray("ownerReferences")
                .addObject()
                .put("apiVersion", "v1")
                .put("kind", "Node")
                .put("name", node)
                .put("uid", uid);
        object.putObject("spec").putArray("drivers");
        return object;
    }
}
