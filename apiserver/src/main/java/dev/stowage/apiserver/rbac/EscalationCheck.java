package dev.stowage.apiserver.rbac;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.authentication.UserInfo;
import dev.stowage.apiserver.authorization.AuthorizationAttributes;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.errors.StatusReason;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.rbac.RbacAuthorizer.ResolvedRules;
import dev.stowage.apiserver.rbac.RbacBinding.RoleRef;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/// A user cannot grant permissions that they do not have, unless they may `escalate` or `bind` the role.
public final class EscalationCheck {
    private static final String GROUP = "rbac.authorization.k8s.io";

    private final RbacAuthorizer rbacAuthorizer;

    public EscalationCheck(RbacAuthorizer rbacAuthorizer) {
        this.rbacAuthorizer = rbacAuthorizer;
    }

    /// @param resource the key in the store; resources other than roles and bindings are accepted
    public void check(UserInfo userInfo, String resource, ObjectNode object, Optional<ObjectNode> old)
            throws ApiException {
        if (!RbacPolicy.RESOURCES.contains(resource)
                || userInfo.isMaster()
                || (old.isPresent() && onlyBookkeeping(object, old.get()))) {
            return;
        }
        String plural = resource.substring(0, resource.indexOf('.'));
        switch (resource) {
            case RbacPolicy.ROLES, RbacPolicy.CLUSTER_ROLES -> role(userInfo, plural, object, old);
            default -> binding(userInfo, plural, object);
        }
    }

    private void role(UserInfo userInfo, String plural, ObjectNode object, Optional<ObjectNode> old)
            throws ApiException {
        String namespace = JsonTree.text(object, "metadata", "namespace");
        String name = JsonTree.text(object, "metadata", "name");
        // A create request has no name in its path, so a rule with resource names does not cover it.
        String requestedName = old.isPresent() ? name : "";
        if (allowed(userInfo, "escalate", plural, namespace, requestedName)) {
            return;
        }
        require(userInfo, plural, namespace, name, PolicyRule.of(object));
        if (plural.equals("clusterroles")
                && (aggregates(object)
                        || old.filter(EscalationCheck::aggregates).isPresent())) {
            if (!missing(userInfo, "", PolicyRule.EVERYTHING).isEmpty()) {
                throw ApiException.forbidden(
                        GROUP, plural, name, "must have cluster-admin privileges to use the aggregationRule");
            }
        }
    }

    private static boolean aggregates(ObjectNode role) {
        return !JsonTree.list(role, "aggregationRule", "clusterRoleSelectors").isEmpty();
    }

    private void binding(UserInfo userInfo, String plural, ObjectNode object) throws ApiException {
        String namespace = JsonTree.text(object, "metadata", "namespace");
        RoleRef role = RoleRef.of(object);
        String roles = role.kind().equals("Role") ? "roles" : "clusterroles";
        if (allowed(userInfo, "bind", roles, namespace, role.name())) {
            return;
        }
        Optional<List<PolicyRule>> rules = rbacAuthorizer.rules(role, namespace);
        if (rules.isEmpty()) {
            throw new ApiException(
                    StatusReason.NOT_FOUND,
                    RbacAuthorizer.missing(role),
                    ApiException.Details.of(GROUP, roles.substring(0, roles.length() - 1), role.name()));
        }
        require(userInfo, plural, namespace, JsonTree.text(object, "metadata", "name"), rules.get());
    }

    private boolean allowed(UserInfo userInfo, String verb, String roles, String namespace, String name) {
        return rbacAuthorizer
                .authorize(userInfo, AuthorizationAttributes.onResource(verb, GROUP, "*", roles, "", namespace, name))
                .allowed();
    }

    private void require(UserInfo userInfo, String plural, String namespace, String name, List<PolicyRule> rules)
            throws ApiException {
        List<PolicyRule> missing = missing(userInfo, namespace, rules);
        if (!missing.isEmpty()) {
            TreeSet<String> shown = new TreeSet<>();
            compact(missing).forEach(policyRule -> shown.add(policyRule.shown()));
            throw ApiException.forbidden(
                    GROUP,
                    plural,
                    name,
                    "user %s (groups=%s) is attempting to grant RBAC permissions not currently held:\n%s"
                            .formatted(
                                    FieldErrors.quoted(userInfo.name()),
                                    PolicyRule.quoted(userInfo.groups()),
                                    String.join("\n", shown)));
        }
    }

    private List<PolicyRule> missing(UserInfo userInfo, String namespace, List<PolicyRule> rules) {
        ResolvedRules resolvedRules = rbacAuthorizer.rulesFor(userInfo, namespace);
        List<PolicyRule> missing = new ArrayList<>();
        for (PolicyRule policyRule : rules) {
            for (PolicyRule single : policyRule.single()) {
                if (resolvedRules.rules().stream().noneMatch(own -> own.covers(single))) {
                    missing.add(single);
                }
            }
        }
        return missing;
    }

    /// Combines rules that differ only in their verbs.
    private static List<PolicyRule> compact(List<PolicyRule> singles) {
        Map<PolicyRule, List<String>> verbs = new LinkedHashMap<>();
        List<PolicyRule> compact = new ArrayList<>();
        for (PolicyRule single : singles) {
            if (single.paths().isEmpty()) {
                verbs.computeIfAbsent(single.withVerbs(List.of()), _ -> new ArrayList<>())
                        .addAll(single.verbs());
            } else {
                compact.add(single);
            }
        }
        verbs.forEach((policyRule, all) -> compact.add(policyRule.withVerbs(all)));
        return compact;
    }

    /// The garbage collector must be able to update owner references and finalizers of any role.
    private static boolean onlyBookkeeping(ObjectNode object, ObjectNode old) {
        return bare(object).equals(bare(old));
    }

    private static ObjectNode bare(ObjectNode object) {
        ObjectNode bare = object.deepCopy();
        JsonTree.object(bare, "metadata")
                .ifPresent(metadata ->
                        metadata.remove(List.of("ownerReferences", "finalizers", "managedFields", "resourceVersion")));
        return bare;
    }
}
