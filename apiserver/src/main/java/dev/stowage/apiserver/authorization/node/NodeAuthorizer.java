package dev.stowage.apiserver.authorization.node;

import dev.stowage.apiserver.authentication.UserInfo;
import dev.stowage.apiserver.authorization.AuthorizationAttributes;
import dev.stowage.apiserver.authorization.AuthorizationDecision;
import dev.stowage.apiserver.authorization.Authorizer;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.rbac.PolicyRule;
import dev.stowage.apiserver.storage.ObjectStore;
import dev.stowage.apiserver.storage.StoreIndex;
import dev.stowage.k8s.names.ApiGroups;
import java.util.List;
import java.util.Optional;

/// The node authorizer of Kubernetes. A node reads the secrets, config maps, claims, volumes and service accounts of
/// the pods that are bound to it, and no others. Safe for many threads.
///
/// It knows names, not contents: what a node may write into an object that it may write is for the admission plug-in
/// `NodeRestriction`.
public final class NodeAuthorizer implements Authorizer, AutoCloseable {
    private static final List<String> READ = List.of("get", "list", "watch");

    /// What all nodes may do alike.
    private static final List<PolicyRule> RULES = List.of(
            rule(List.of("create"), ApiGroups.AUTHENTICATION, "tokenreviews"),
            rule(List.of("create"), ApiGroups.AUTHORIZATION, "localsubjectaccessreviews", "subjectaccessreviews"),
            rule(READ, "", "services"),
            rule(List.of("create", "update", "patch"), "", "events"),
            rule(List.of("create", "update", "patch"), "events.k8s.io", "events"),
            rule(List.of("get"), "", "endpoints"),
            rule(List.of("create", "get", "list", "watch"), ApiGroups.CERTIFICATES, "certificatesigningrequests"),
            rule(READ, ApiGroups.STORAGE, "csidrivers"),
            rule(READ, "node.k8s.io", "runtimeclasses"));

    private final StoreIndex<NodeGraph> index;

    private NodeAuthorizer(StoreIndex<NodeGraph> index) {
        this.index = index;
    }

    private static PolicyRule rule(List<String> verbs, String group, String... resources) {
        return new PolicyRule(verbs, List.of(group), List.of(resources), List.of(), List.of());
    }

    public static NodeAuthorizer of(ObjectStore objectStore) {
        return new NodeAuthorizer(new StoreIndex<>(objectStore, NodeGraph.RESOURCES, NodeGraph::new));
    }

    @Override
    public AuthorizationDecision authorize(UserInfo userInfo, AuthorizationAttributes authorizationAttributes) {
        Optional<String> node = userInfo.nodeName();
        if (node.isEmpty()) {
            return NodeAccess.refused("");
        }
        if (node.get().isEmpty()) {
            return NodeAccess.refused("unknown node for user " + FieldErrors.quoted(userInfo.name()));
        }
        NodeAccess access = new NodeAccess(node.get(), authorizationAttributes, index::current);
        return access.decide()
                .orElseGet(() -> NodeAccess.refusedUnless(
                        RULES.stream().anyMatch(rule -> rule.allows(authorizationAttributes)), ""));
    }

    @Override
    public void close() {
        index.close();
    }
}
