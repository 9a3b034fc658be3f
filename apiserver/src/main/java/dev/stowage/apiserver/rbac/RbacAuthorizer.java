package dev.stowage.apiserver.rbac;

import dev.stowage.apiserver.authentication.UserInfo;
import dev.stowage.apiserver.authorization.AuthorizationAttributes;
import dev.stowage.apiserver.authorization.AuthorizationDecision;
import dev.stowage.apiserver.authorization.Authorizer;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.rbac.RbacBinding.Holder;
import dev.stowage.apiserver.rbac.RbacBinding.RoleRef;
import dev.stowage.apiserver.rbac.RbacPolicy.Grant;
import dev.stowage.apiserver.storage.ObjectStore;
import dev.stowage.apiserver.storage.StoreIndex;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Authorizes requests by the roles of the user. Safe for many threads.
public final class RbacAuthorizer implements Authorizer, AutoCloseable {
    private final StoreIndex<RbacPolicy> index;

    /// The rules of a user, as far as they could be resolved.
    ///
    /// @param problems roles that are bound but do not exist
    public record ResolvedRules(List<PolicyRule> rules, List<String> problems) {
        /// All of the problems as one text; empty for none.
        public String evaluationError() {
            Set<String> distinct = new LinkedHashSet<>(problems);
            return distinct.size() == 1
                    ? distinct.iterator().next()
                    : distinct.isEmpty() ? "" : "[" + String.join(", ", distinct) + "]";
        }
    }

    private RbacAuthorizer(StoreIndex<RbacPolicy> index) {
        this.index = index;
    }

    public static RbacAuthorizer of(ObjectStore objectStore) {
        return new RbacAuthorizer(new StoreIndex<>(objectStore, RbacPolicy.RESOURCES, RbacPolicy::new));
    }

    @Override
    public AuthorizationDecision authorize(UserInfo userInfo, AuthorizationAttributes authorizationAttributes) {
        if (userInfo.isMaster()) {
            return new AuthorizationDecision(true, "");
        }
        RbacPolicy rbacPolicy = index.current();
        List<String> problems = new ArrayList<>();
        for (Holder holder : holders(userInfo, authorizationAttributes.namespace())) {
            for (Grant grant : rbacPolicy.grants(holder)) {
                Optional<List<PolicyRule>> rules =
                        rbacPolicy.rules(grant.rbacBinding().role(), holder.namespace());
                if (rules.isEmpty()) {
                    problems.add(missing(grant.rbacBinding().role()));
                } else if (rules.get().stream().anyMatch(policyRule -> policyRule.allows(authorizationAttributes))) {
                    return new AuthorizationDecision(
                            true, "RBAC: allowed by " + grant.rbacBinding().shown(grant.subject()));
                }
            }
        }
        String error = new ResolvedRules(List.of(), problems).evaluationError();
        return new AuthorizationDecision(false, error.isEmpty() ? "" : "RBAC: " + error);
    }

    public ResolvedRules rulesFor(UserInfo userInfo, String namespace) {
        RbacPolicy rbacPolicy = index.current();
        List<PolicyRule> rules = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        for (Holder holder : holders(userInfo, namespace)) {
            for (Grant grant : rbacPolicy.grants(holder)) {
                rbacPolicy
                        .rules(grant.rbacBinding().role(), holder.namespace())
                        .ifPresentOrElse(
                                rules::addAll,
                                () -> problems.add(missing(grant.rbacBinding().role())));
            }
        }
        return new ResolvedRules(rules, problems);
    }

    Optional<List<PolicyRule>> rules(RoleRef role, String namespace) {
        return index.current().rules(role, namespace);
    }

    static String missing(RoleRef role) {
        return switch (role.kind()) {
            case "Role" -> "role.rbac.authorization.k8s.io " + FieldErrors.quoted(role.name()) + " not found";
            case "ClusterRole" ->
                "clusterrole.rbac.authorization.k8s.io " + FieldErrors.quoted(role.name()) + " not found";
            default -> "unsupported role reference kind: " + FieldErrors.quoted(role.kind());
        };
    }

    private static List<Holder> holders(UserInfo userInfo, String namespace) {
        List<Holder> holders = new ArrayList<>(2 * userInfo.groups().size() + 2);
        add(holders, userInfo, "");
        if (!namespace.isEmpty()) {
            add(holders, userInfo, namespace);
        }
        return holders;
    }

    private static void add(List<Holder> holders, UserInfo userInfo, String namespace) {
        holders.add(new Holder(namespace, false, userInfo.name()));
        for (String group : userInfo.groups()) {
            holders.add(new Holder(namespace, true, group));
        }
    }

    @Override
    public void close() {
        index.close();
    }
}
