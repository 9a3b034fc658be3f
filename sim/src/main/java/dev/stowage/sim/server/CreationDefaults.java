package dev.stowage.sim.server;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// What a server adds to new objects of some kinds.
final class CreationDefaults {
    private CreationDefaults() {}

    static void apply(ResourceType resourceType, ObjectNode object) {
        switch (resourceType.plural()) {
            case "persistentvolumeclaims" -> {
                protect(object, "kubernetes.io/pvc-protection");
                object.putObject("status").put("phase", "Pending");
            }
            case "persistentvolumes" -> {
                protect(object, "kubernetes.io/pv-protection");
                object.putObject("status").put("phase", "Pending");
            }
            case "pods" -> object.putObject("status").put("phase", "Pending");
            default -> {
                // Unchanged.
            }
        }
    }

    private static void protect(ObjectNode object, String finalizer) {
        ObjectNode meta = object.withObject("/metadata");
        ArrayNode finalizers = meta.withArray("finalizers");
        finalizers.add(finalizer);
    }
}
