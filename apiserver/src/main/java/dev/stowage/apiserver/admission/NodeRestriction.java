package dev.stowage.apiserver.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.authorization.Authorizer;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.validation.ValueDiff;
import java.util.List;
import java.util.Optional;

/// A node writes its own objects and those of its pods only, and nothing into them that would give it more rights or
/// bring other pods to it. The authorizer of nodes relies on it: it does not see what is written.
final class NodeRestriction implements AdmissionPlugin {
    private static final String LEASE_NAMESPACE = "kube-node-lease";
    private static final List<String> CLAIM_STATUS =
            List.of("capacity", "conditions", "allocatedResources", "allocatedResourceStatuses");

    private final NodeTokenRestriction tokens;

    NodeRestriction(Authorizer authorizer) {
        this.tokens = new NodeTokenRestriction(authorizer);
    }

    @Override
    public void mutate(AdmissionAttributes admissionAttributes) throws ApiException {
        Optional<String> node = admissionAttributes.userInfo().nodeName();
        if (node.isEmpty()) {
            return;
        }
        if (node.get().isEmpty()) {
            throw admissionAttributes.forbidden("could not determine node from user "
                    + FieldErrors.quoted(admissionAttributes.userInfo().name()));
        }
        switch (admissionAttributes.resourceDescriptor().key()) {
            case "pods" -> NodePodRestriction.check(node.get(), admissionAttributes);
            case "nodes" -> NodeObjectRestriction.check(node.get(), admissionAttributes);
            case "persistentvolumeclaims" -> claim(node.get(), admissionAttributes);
            case "serviceaccounts" -> tokens.check(node.get(), admissionAttributes);
            case "leases.coordination.k8s.io" -> lease(node.get(), admissionAttributes);
            case "csinodes.storage.k8s.io" ->
                requireOwnName(node.get(), admissionAttributes, "can only access CSINode");
            case "resourceslices.resource.k8s.io" -> resourceSlice(node.get(), admissionAttributes);
            default -> {} // all nodes use it alike
        }
    }

    private static void requireOwnName(String node, AdmissionAttributes admissionAttributes, String what)
            throws ApiException {
        if (!admissionAttributes.name().equals(node)) {
            throw admissionAttributes.forbidden(what + " with the same name as the requesting node");
        }
    }

    private static void lease(String node, AdmissionAttributes admissionAttributes) throws ApiException {
        if (!admissionAttributes.namespace().equals(LEASE_NAMESPACE)) {
            throw admissionAttributes.forbidden(
                    "can only access leases in the \"%s\" system namespace".formatted(LEASE_NAMESPACE));
        }
        requireOwnName(node, admissionAttributes, "can only access node lease");
    }

    private static void resourceSlice(String node, AdmissionAttributes admissionAttributes) throws ApiException {
        String word = switch (admissionAttributes.admissionOperation()) {
            case CREATE -> "create";
            case DELETE -> "delete";
            case UPDATE -> "";
        };
        if (!word.isEmpty()
                && !JsonTree.text(admissionAttributes.subject(), "spec", "nodeName")
                        .equals(node)) {
            throw admissionAttributes.forbidden(
                    "can only %s ResourceSlice with the same NodeName as the requesting node".formatted(word));
        }
    }

    /// A kubelet reports that it has expanded the volume of a claim.
    private static void claim(String node, AdmissionAttributes admissionAttributes) throws ApiException {
        if (!admissionAttributes.subresource().equals("status")) {
            throw admissionAttributes.forbidden("may only update PVC status");
        }
        if (admissionAttributes.admissionOperation() != AdmissionOperation.UPDATE) {
            throw admissionAttributes.forbidden(
                    "unexpected operation \"%s\"".formatted(admissionAttributes.admissionOperation()));
        }
        ObjectNode old = withoutExpansion(admissionAttributes.oldObject());
        ObjectNode next = withoutExpansion(admissionAttributes.newObject());
        if (!next.equals(old)) {
            throw admissionAttributes.forbidden(
                    "node %s is not allowed to update fields other than status.quantity and status.conditions: %s"
                            .formatted(FieldErrors.quoted(node), ValueDiff.difference(old, next)));
        }
    }

    private static ObjectNode withoutExpansion(ObjectNode claim) {
        ObjectNode rest = claim.deepCopy();
        JsonTree.ensure(rest, "metadata").remove(List.of("resourceVersion", "managedFields"));
        JsonTree.ensure(rest, "status").remove(CLAIM_STATUS);
        return rest;
    }
}
