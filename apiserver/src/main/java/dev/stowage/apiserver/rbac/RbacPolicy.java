package dev.stowage.apiserver.rbac;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.rbac.RbacBinding.Holder;
import dev.stowage.apiserver.rbac.RbacBinding.RoleRef;
import dev.stowage.apiserver.rbac.RbacBinding.Subject;
import dev.stowage.apiserver.storage.ObjectKey;
import dev.stowage.apiserver.storage.StoreIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// All roles and bindings, indexed by subject. One thread changes it at a time; any thread can read it meanwhile.
final class RbacPolicy implements StoreIndex.Content {
    static final String ROLES = "roles.rbac.authorization.k8s.io";
    static final String CLUSTER_ROLES = "clusterroles.rbac.authorization.k8s.io";
    static final String BINDINGS = "rolebindings.rbac.authorization.k8s.io";
    static final String CLUSTER_BINDINGS = "clusterrolebindings.rbac.authorization.k8s.io";
    static final List<String> RESOURCES = List.of(ROLES, CLUSTER_ROLES, BINDINGS, CLUSTER_BINDINGS);

    /// A role that a subject has.
    record Grant(RbacBinding rbacBinding, Subject subject) {}

    private final Map<ObjectKey, List<PolicyRule>> roles = new ConcurrentHashMap<>();
    private final Map<ObjectKey, RbacBinding> bindings = new ConcurrentHashMap<>();
    private final Map<Holder, List<Grant>> grants = new ConcurrentHashMap<>();

    @Override
    public void put(ObjectKey key, ObjectNode object) {
        switch (key.resource()) {
            case ROLES, CLUSTER_ROLES -> roles.put(key, PolicyRule.of(object));
            default -> {
                RbacBinding rbacBinding = RbacBinding.of(object);
                // The new one is added before the old one is removed: a permission of both is never missing.
                add(rbacBinding);
                RbacBinding old = bindings.put(key, rbacBinding);
                if (old != null) {
                    drop(old);
                }
            }
        }
    }

    @Override
    public void remove(ObjectKey key) {
        roles.remove(key);
        RbacBinding old = bindings.remove(key);
        if (old != null) {
            drop(old);
        }
    }

    private void add(RbacBinding rbacBinding) {
        for (Subject subject : rbacBinding.subjects()) {
            grants.merge(subject.holder(), List.of(new Grant(rbacBinding, subject)), RbacPolicy::joined);
        }
    }

    @SuppressWarnings("ReferenceEquality") // an equal binding may be there twice for a moment, and one of them stays
    private void drop(RbacBinding rbacBinding) {
        for (Subject subject : rbacBinding.subjects()) {
            grants.computeIfPresent(subject.holder(), (_, held) -> {
                List<Grant> rest = held.stream()
                        .filter(grant -> grant.rbacBinding() != rbacBinding)
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
    Optional<List<PolicyRule>> rules(RoleRef role, String namespace) {
        ObjectKey key = role.kind().equals("Role")
                ? new ObjectKey(ROLES, namespace, role.name())
                : new ObjectKey(CLUSTER_ROLES, "", role.name());
        return Optional.ofNullable(roles.get(key));
    }
}
