package dev.stowage.apiserver.auth.rbac;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.auth.rbac.Binding.Holder;
import dev.stowage.apiserver.auth.rbac.Binding.RoleRef;
import dev.stowage.apiserver.auth.rbac.Binding.Subject;
import dev.stowage.apiserver.store.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// All roles and bindings, found by who holds them. One thread changes it at a time; any read it meanwhile.
final class Policy {
    static final String ROLES = "roles.rbac.authorization.k8s.io";
    static final String CLUSTER_ROLES = "clusterroles.rbac.authorization.k8s.io";
    static final String BINDINGS = "rolebindings.rbac.authorization.k8s.io";
    static final String CLUSTER_BINDINGS = "clusterrolebindings.rbac.authorization.k8s.io";
    static final List<String> RESOURCES = List.of(ROLES, CLUSTER_ROLES, BINDINGS, CLUSTER_BINDINGS);

    /// A role in somebody's hands.
    record Grant(Binding binding, Subject subject) {}

    private final Map<Key, List<Rule>> roles = new ConcurrentHashMap<>();
    private final Map<Key, Binding> bindings = new ConcurrentHashMap<>();
    private final Map<Holder, List<Grant>> grants = new ConcurrentHashMap<>();

    /// Nodes have the rules of their role without a binding that anybody could see, as with the authorizer that
    /// looks at each node's own pods. This is wider than that one: here a node may read the secrets, config maps,
    /// claims and volumes of all pods, not only of those that run on it, write the status of any node or pod, and
    /// ask for tokens of any service account.
    Policy() {
        Holder nodes = new Holder("", true, "system:nodes");
        RoleRef role = new RoleRef("ClusterRole", "rbac.authorization.k8s.io", "system:node");
        add(new Binding("", "system:node", role, List.of(new Subject(nodes, "Group \"system:nodes\""))));
    }

    void put(Key key, ObjectNode object) {
        switch (key.resource()) {
            case ROLES, CLUSTER_ROLES -> roles.put(key, Rule.of(object));
            default -> {
                Binding binding = Binding.of(object);
                // The new one is there before the old one goes: a right that both give is never missing.
                add(binding);
                Binding old = bindings.put(key, binding);
                if (old != null) {
                    drop(old);
                }
            }
        }
    }

    void remove(Key key) {
        roles.remove(key);
        Binding old = bindings.remove(key);
        if (old != null) {
            drop(old);
        }
    }

    private void add(Binding binding) {
        for (Subject subject : binding.subjects()) {
            grants.merge(subject.holder(), List.of(new Grant(binding, subject)), Policy::joined);
        }
    }

    @SuppressWarnings("ReferenceEquality") // an equal binding may be there twice for a moment, and one of them stays
    private void drop(Binding binding) {
        for (Subject subject : binding.subjects()) {
            grants.computeIfPresent(subject.holder(), (_, held) -> {
                List<Grant> rest = held.stream()
                        .filter(grant -> grant.binding() != binding)
                        .toList();
                return rest.isEmpty() ? null : rest;
            });
        }
    }

    private static List<Grant> joined(List<Grant> some, List<Grant> more) {
        List<Grant> all = new ArrayList<>(some);
        all.addAll(more);
        return List.copyOf(all);
    }

    List<Grant> grants(Holder holder) {
        return grants.getOrDefault(holder, List.of());
    }

    /// @param namespace where the role is given; a cluster role is the same in all
    Optional<List<Rule>> rules(RoleRef role, String namespace) {
        Key key = role.kind().equals("Role")
                ? new Key(ROLES, namespace, role.name())
                : new Key(CLUSTER_ROLES, "", role.name());
        return Optional.ofNullable(roles.get(key));
    }
}
