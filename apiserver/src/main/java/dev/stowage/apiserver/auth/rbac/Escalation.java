package dev.stowage.apiserver.auth.rbac;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.auth.Action;
import dev.stowage.apiserver.auth.User;
import dev.stowage.apiserver.auth.rbac.Binding.RoleRef;
import dev.stowage.apiserver.auth.rbac.Grants.Held;
import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.failure.Reason;
import dev.stowage.apiserver.json.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/// Nobody hands out more than they have, unless they may `escalate` the role or `bind` it.
public final class Escalation {
    private static final String GROUP = "rbac.authorization.k8s.io";

    private final Grants grants;

    public Escalation(Grants grants) {
        this.grants = grants;
    }

    /// @param resource the key in the store; what is no role and no binding passes
    public void check(User user, String resource, ObjectNode object, Optional<ObjectNode> old) throws ApiException {
        if (!Policy.RESOURCES.contains(resource)
                || user.isMaster()
                || (old.isPresent() && onlyBookkeeping(object, old.get()))) {
            return;
        }
        String plural = resource.substring(0, resource.indexOf('.'));
        switch (resource) {
            case Policy.ROLES, Policy.CLUSTER_ROLES -> role(user, plural, object, old);
            default -> binding(user, plural, object);
        }
    }

    private void role(User user, String plural, ObjectNode object, Optional<ObjectNode> old) throws ApiException {
        String namespace = Tree.text(object, "metadata", "namespace");
        String name = Tree.text(object, "metadata", "name");
        // A request that makes an object has no name in its path, so a rule with names does not cover it.
        String asked = old.isPresent() ? name : "";
        if (allowed(user, "escalate", plural, namespace, asked)) {
            return;
        }
        require(user, plural, namespace, name, Rule.of(object));
        if (plural.equals("clusterroles")
                && (aggregates(object) || old.filter(Escalation::aggregates).isPresent())) {
            if (!missing(user, "", Rule.EVERYTHING).isEmpty()) {
                throw ApiException.forbidden(
                        GROUP, plural, name, "must have cluster-admin privileges to use the aggregationRule");
            }
        }
    }

    private static boolean aggregates(ObjectNode role) {
        return !Tree.list(role, "aggregationRule", "clusterRoleSelectors").isEmpty();
    }

    private void binding(User user, String plural, ObjectNode object) throws ApiException {
        String namespace = Tree.text(object, "metadata", "namespace");
        RoleRef role = RoleRef.of(object);
        String roles = role.kind().equals("Role") ? "roles" : "clusterroles";
        if (allowed(user, "bind", roles, namespace, role.name())) {
            return;
        }
        Optional<List<Rule>> rules = grants.rules(role, namespace);
        if (rules.isEmpty()) {
            throw new ApiException(
                    Reason.NOT_FOUND,
                    Grants.missing(role),
                    ApiException.Details.of(GROUP, roles.substring(0, roles.length() - 1), role.name()));
        }
        require(user, plural, namespace, Tree.text(object, "metadata", "name"), rules.get());
    }

    private boolean allowed(User user, String verb, String roles, String namespace, String name) {
        return grants.authorize(user, Action.onResource(verb, GROUP, "*", roles, "", namespace, name))
                .allowed();
    }

    private void require(User user, String plural, String namespace, String name, List<Rule> rules)
            throws ApiException {
        List<Rule> missing = missing(user, namespace, rules);
        if (!missing.isEmpty()) {
            TreeSet<String> told = new TreeSet<>();
            compact(missing).forEach(rule -> told.add(rule.shown()));
            throw ApiException.forbidden(
                    GROUP,
                    plural,
                    name,
                    "user %s (groups=%s) is attempting to grant RBAC permissions not currently held:\n%s"
                            .formatted(
                                    Problems.quoted(user.name()), Rule.quoted(user.groups()), String.join("\n", told)));
        }
    }

    private List<Rule> missing(User user, String namespace, List<Rule> rules) {
        Held held = grants.held(user, namespace);
        List<Rule> missing = new ArrayList<>();
        for (Rule rule : rules) {
            for (Rule single : rule.single()) {
                if (held.rules().stream().noneMatch(own -> own.covers(single))) {
                    missing.add(single);
                }
            }
        }
        return missing;
    }

    /// Puts the verbs of one thing together.
    private static List<Rule> compact(List<Rule> singles) {
        Map<Rule, List<String>> verbs = new LinkedHashMap<>();
        List<Rule> compact = new ArrayList<>();
        for (Rule single : singles) {
            if (single.paths().isEmpty()) {
                verbs.computeIfAbsent(single.withVerbs(List.of()), _ -> new ArrayList<>())
                        .addAll(single.verbs());
            } else {
                compact.add(single);
            }
        }
        verbs.forEach((rule, all) -> compact.add(rule.withVerbs(all)));
        return compact;
    }

    /// The collector must be able to take a role apart that it does not hold itself.
    private static boolean onlyBookkeeping(ObjectNode object, ObjectNode old) {
        return bare(object).equals(bare(old));
    }

    private static ObjectNode bare(ObjectNode object) {
        ObjectNode bare = object.deepCopy();
        Tree.object(bare, "metadata")
                .ifPresent(metadata ->
                        metadata.remove(List.of("ownerReferences", "finalizers", "managedFields", "resourceVersion")));
        return bare;
    }
}
