package dev.stowage.apiserver.authorization.node;

import dev.stowage.apiserver.authorization.AuthorizationAttributes;
import dev.stowage.apiserver.authorization.AuthorizationDecision;
import dev.stowage.apiserver.storage.ObjectKey;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// One request of a node for a resource of which each node has its own part. The reasons are those of Kubernetes.
///
/// @param graph is read only when it matters
record NodeAccess(String node, AuthorizationAttributes attributes, Supplier<NodeGraph> graph) {
    private static final String LEASE_NAMESPACE = "kube-node-lease";

    private static final AuthorizationDecision ALLOWED = new AuthorizationDecision(true, "");
    private static final Set<String> READ = Set.of("get", "list", "watch");
    private static final Set<String> OF_OWN_OBJECT = Set.of("get", "create", "update", "patch", "delete");

    static AuthorizationDecision refused(String reason) {
        return new AuthorizationDecision(false, reason);
    }

    static AuthorizationDecision refusedUnless(boolean allowed, String reason) {
        return allowed ? ALLOWED : refused(reason);
    }

    /// Empty for a resource that all nodes use alike.
    Optional<AuthorizationDecision> decide() {
        return switch (resource()) {
            case PodReferences.SECRETS, PodReferences.CONFIG_MAPS -> Optional.of(read());
            case PodReferences.CLAIMS -> Optional.of(attributes.subresource().equals("status") ? claimStatus() : get());
            case NodeGraph.VOLUMES, NodeGraph.ATTACHMENTS, PodReferences.RESOURCE_CLAIMS -> Optional.of(get());
            case PodReferences.SERVICE_ACCOUNTS -> Optional.of(serviceAccount());
            case "leases.coordination.k8s.io" -> Optional.of(lease());
            case "csinodes.storage.k8s.io" -> Optional.of(csiNode());
            case NodeGraph.SLICES -> Optional.of(resourceSlice());
            case "nodes" -> Optional.of(nodeObject());
            case NodeGraph.PODS -> Optional.of(podObject());
            // Kubernetes 1.36 has them off by default.
            case "podcertificaterequests.certificates.k8s.io" -> Optional.of(refused(""));
            default -> Optional.empty();
        };
    }

    private String resource() {
        return attributes.group().isEmpty() ? attributes.resource() : attributes.resource() + "." + attributes.group();
    }

    private boolean isVerb(Set<String> verbs) {
        return verbs.contains(attributes.verb());
    }

    private boolean isWhole() {
        return attributes.subresource().isEmpty();
    }

    /// Whether the object of the request belongs to the node.
    private AuthorizationDecision related() {
        if (attributes.name().isEmpty()) {
            return refused("No Object name found");
        }
        ObjectKey object = new ObjectKey(resource(), attributes.namespace(), attributes.name());
        return refusedUnless(
                graph.get().connects(object, node),
                "no relationship found between node '%s' and this object".formatted(node));
    }

    private AuthorizationDecision get() {
        if (!attributes.verb().equals("get")) {
            return refused("can only get individual resources of this type");
        }
        return isWhole() ? related() : refused("cannot get subresource");
    }

    /// A list or a watch of one object, by its name, is how a kubelet follows it.
    private AuthorizationDecision read() {
        if (!isVerb(READ)) {
            return refused("can only read resources of this type");
        }
        if (!isWhole()) {
            return refused("cannot read subresource");
        }
        return attributes.namespace().isEmpty() ? refused("can only read namespaced object of this type") : related();
    }

    private AuthorizationDecision claimStatus() {
        return isVerb(Set.of("update", "patch")) ? related() : refused("can only get/update/patch this type");
    }

    private AuthorizationDecision serviceAccount() {
        if (attributes.verb().equals("get") && isWhole()) {
            return read();
        }
        if (!attributes.verb().equals("create") || attributes.name().isEmpty()) {
            return refused("can only create tokens for individual service accounts");
        }
        return attributes.subresource().equals("token")
                ? related()
                : refused("can only create token subresource of serviceaccount");
    }

    /// The name of a new object is not known yet; admission checks it.
    private boolean isOwnName() {
        return attributes.verb().equals("create") || attributes.name().equals(node);
    }

    private AuthorizationDecision lease() {
        if (!isVerb(OF_OWN_OBJECT)) {
            return refused("can only get, create, update, patch, or delete a node lease");
        }
        if (!attributes.namespace().equals(LEASE_NAMESPACE)) {
            return refused("can only access leases in the \"%s\" system namespace".formatted(LEASE_NAMESPACE));
        }
        return refusedUnless(isOwnName(), "can only access node lease with the same name as the requesting node");
    }

    private AuthorizationDecision csiNode() {
        if (!isVerb(OF_OWN_OBJECT)) {
            return refused("can only get, create, update, patch, or delete a CSINode");
        }
        if (!isWhole()) {
            return refused("cannot authorize CSINode subresources");
        }
        return refusedUnless(isOwnName(), "can only access CSINode with the same name as the requesting node");
    }

    private AuthorizationDecision resourceSlice() {
        if (!isWhole()) {
            return refused("cannot authorize ResourceSlice subresources");
        }
        return switch (attributes.verb()) {
            case "create" -> ALLOWED;
            case "get", "update", "patch", "delete" -> related();
            case "watch", "list", "deletecollection" ->
                refusedUnless(
                        isSelected("spec.nodeName"),
                        "can only list/watch/deletecollection resourceslices with nodeName field selector");
            default ->
                refused("only the following verbs are allowed for a ResourceSlice: get, watch, list, create, update,"
                        + " patch, delete, deletecollection");
        };
    }

    /// Whether the request selects objects of this node only.
    private boolean isSelected(String field) {
        return node.equals(attributes.selectedFields().get(field));
    }

    private AuthorizationDecision nodeObject() {
        return switch (attributes.subresource()) {
            case "" ->
                switch (attributes.verb()) {
                    case "create", "update", "patch" -> ALLOWED;
                    case "get", "list", "watch" -> ownNode();
                    default -> refused("");
                };
            case "status" -> refusedUnless(isVerb(Set.of("update", "patch")), "");
            default -> refused("");
        };
    }

    /// By its name, and not by the graph: a kubelet looks for its object before it creates it.
    private AuthorizationDecision ownNode() {
        if (attributes.name().isEmpty()) {
            return refused("node '%s' cannot read all nodes, only its own Node object".formatted(node));
        }
        return refusedUnless(
                attributes.name().equals(node),
                "node '%s' cannot read '%s', only its own Node object".formatted(node, attributes.name()));
    }

    private AuthorizationDecision podObject() {
        return switch (attributes.subresource()) {
            case "" ->
                switch (attributes.verb()) {
                    case "get" -> related();
                    case "list", "watch" -> pods();
                    case "create", "delete" -> ALLOWED;
                    default -> refused("");
                };
            case "status" -> refusedUnless(isVerb(Set.of("update", "patch")), "");
            case "eviction" -> refusedUnless(attributes.verb().equals("create"), "");
            default -> refused("");
        };
    }

    private AuthorizationDecision pods() {
        if (isSelected("spec.nodeName")) {
            return ALLOWED;
        }
        return attributes.name().isEmpty()
                ? refused("can only list/watch pods with spec.nodeName field selector")
                : related();
    }
}
