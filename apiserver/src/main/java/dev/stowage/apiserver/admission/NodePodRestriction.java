package dev.stowage.apiserver.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.storage.ObjectKey;

/// What a node does to pods: it reports the status of its own, evicts and deletes them, and creates mirror pods of its
/// static pods.
final class NodePodRestriction {
    private NodePodRestriction() {}

    static void check(String node, AdmissionAttributes admissionAttributes) throws ApiException {
        switch (admissionAttributes.subresource()) {
            case "" -> whole(node, admissionAttributes);
            case "status" -> status(node, admissionAttributes);
            case "eviction" -> eviction(node, admissionAttributes);
            default ->
                throw admissionAttributes.forbidden(
                        "unexpected pod subresource \"%s\", only 'status' and 'eviction' are allowed"
                                .formatted(admissionAttributes.subresource()));
        }
    }

    private static boolean isOn(String node, JsonNode pod) {
        return JsonTree.text(pod, "spec", "nodeName").equals(node);
    }

    private static void whole(String node, AdmissionAttributes admissionAttributes) throws ApiException {
        switch (admissionAttributes.admissionOperation()) {
            case CREATE -> create(node, admissionAttributes);
            case DELETE -> {
                if (!isOn(node, admissionAttributes.oldObject())) {
                    throw admissionAttributes.forbidden("node %s can only delete pods with spec.nodeName set to itself"
                            .formatted(FieldErrors.quoted(node)));
                }
            }
            case UPDATE ->
                throw admissionAttributes.forbidden(
                        "unexpected operation \"UPDATE\", node %s can only create and delete mirror pods"
                                .formatted(FieldErrors.quoted(node)));
        }
    }

    private static void create(String node, AdmissionAttributes admissionAttributes) throws ApiException {
        ObjectNode pod = admissionAttributes.newObject();
        String quoted = FieldErrors.quoted(node);
        if (!JsonTree.has(pod, "metadata", "annotations", ServiceAccountAdmission.MIRROR)) {
            throw admissionAttributes.forbidden(
                    "pod does not have \"%s\" annotation, node %s can only create mirror pods"
                            .formatted(ServiceAccountAdmission.MIRROR, quoted));
        }
        if (!isOn(node, pod)) {
            throw admissionAttributes.forbidden(
                    "node %s can only create pods with spec.nodeName set to itself".formatted(quoted));
        }
        owner(node, admissionAttributes, JsonTree.list(pod, "metadata", "ownerReferences"));
        String referenced = MirrorPodReferences.first(pod).orElse("");
        if (!referenced.isEmpty()) {
            throw admissionAttributes.forbidden(
                    "node %s can not create pods that reference %s".formatted(quoted, referenced));
        }
    }

    private static void owner(String node, AdmissionAttributes admissionAttributes, ArrayNode owners)
            throws ApiException {
        String quoted = FieldErrors.quoted(node);
        if (owners.size() > 1) {
            throw admissionAttributes.forbidden(
                    "node %s can only create pods with a single owner reference set to itself".formatted(quoted));
        }
        JsonNode owner = owners.path(0);
        if (!JsonTree.text(owner, "apiVersion").equals("v1")
                || !JsonTree.text(owner, "kind").equals("Node")
                || !JsonTree.text(owner, "name").equals(node)) {
            throw admissionAttributes.forbidden(
                    "node %s can only create pods with an owner reference set to itself".formatted(quoted));
        }
        if (!JsonTree.flag(owner, "controller")) {
            throw admissionAttributes.forbidden(
                    "node %s can only create pods with a controller owner reference set to itself".formatted(quoted));
        }
        if (JsonTree.flag(owner, "blockOwnerDeletion")) {
            throw admissionAttributes.forbidden(
                    "node %s must not set blockOwnerDeletion on an owner reference".formatted(quoted));
        }
        ObjectNode existing = admissionAttributes
                .around()
                .find(new ObjectKey("nodes", "", node))
                .orElseThrow(() -> ApiException.notFound("", "nodes", node));
        String expected = JsonTree.text(owner, "uid");
        String found = JsonTree.text(existing, "metadata", "uid");
        if (!expected.equals(found)) {
            throw admissionAttributes.forbidden(
                    "node %s UID mismatch: expected %s got %s".formatted(node, expected, found));
        }
    }

    private static void status(String node, AdmissionAttributes admissionAttributes) throws ApiException {
        ObjectNode old = admissionAttributes.oldObject();
        ObjectNode next = admissionAttributes.newObject();
        String quoted = FieldErrors.quoted(node);
        if (!isOn(node, old)) {
            throw admissionAttributes.forbidden(
                    "node %s can only update pod status for pods with spec.nodeName set to itself".formatted(quoted));
        }
        if (!JsonTree.texts(next, "metadata", "labels").equals(JsonTree.texts(old, "metadata", "labels"))) {
            throw admissionAttributes.forbidden("node %s cannot update labels through pod status".formatted(quoted));
        }
        if (!resourceClaims(next).equals(resourceClaims(old))) {
            throw admissionAttributes.forbidden("node %s cannot update resource claim statues".formatted(quoted));
        }
        if (!extendedClaim(next).equals(extendedClaim(old))) {
            throw admissionAttributes.forbidden(
                    "node %s cannot update extended resource claim status".formatted(quoted));
        }
    }

    /// They give the node access to these claims.
    private static ArrayNode resourceClaims(ObjectNode pod) {
        return JsonTree.list(pod, "status", "resourceClaimStatuses");
    }

    private static JsonNode extendedClaim(ObjectNode pod) {
        return JsonTree.object(pod, "status", "extendedResourceClaimStatus").orElseGet(Json::object);
    }

    private static void eviction(String node, AdmissionAttributes admissionAttributes) throws ApiException {
        String name = admissionAttributes.name();
        ObjectNode pod = admissionAttributes
                .around()
                .find(new ObjectKey("pods", admissionAttributes.namespace(), name))
                .orElseThrow(() -> ApiException.notFound("", "pods", name));
        if (!isOn(node, pod)) {
            throw admissionAttributes.forbidden(
                    "node %s can only evict pods with spec.nodeName set to itself".formatted(node));
        }
    }
}
