package dev.stowage.apiserver.auth.rbac;

import dev.stowage.apiserver.auth.Action;
import dev.stowage.apiserver.auth.Decision;
import dev.stowage.apiserver.auth.User;
import dev.stowage.apiserver.auth.rbac.Binding.Holder;
import dev.stowage.apiserver.auth.rbac.Binding.RoleRef;
import dev.stowage.apiserver.auth.rbac.Policy.Grant;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.store.Store;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Decides by the roles that a user holds. Safe for many threads.
public final class Grants implements AutoCloseable {
    private final PolicyFeed feed;

    /// What somebody may do, as far as it could be found out.
    ///
    /// @param problems roles that are bound but not there
    public record Held(List<Rule> rules, List<String> problems) {
        /// All of the problems as one text; empty for none.
        public String told() {
            Set<String> distinct = new LinkedHashSet<>(problems);
            return distinct.size() == 1
                    ? distinct.iterator().next()
                    : distinct.isEmpty() ? "" : "[" + String.join(", ", distinct) + "]";
        }
    }

    private Grants(PolicyFeed feed) {
        this.feed = feed;
    }

    public static Grants of(Store store) {
        return new Grants(new PolicyFeed(store));
    }

    public Decision authorize(User user, Action action) {
        if (user.isMaster()) {
            return new Decision(true, "");
        }
        Policy policy = feed.current();
        List<String> problems = new ArrayList<>();
        for (Holder holder : holders(user, action.namespace())) {
            for (Grant grant : policy.grants(holder)) {
                Optional<List<Rule>> rules = policy.rules(grant.binding().role(), holder.namespace());
                if (rules.isEmpty()) {
                    problems.add(missing(grant.binding().role()));
                } else if (rules.get().stream().anyMatch(rule -> rule.allows(action))) {
                    return new Decision(
                            true, "RBAC: allowed by " + grant.binding().shown(grant.subject()));
                }
            }
        }
        String told = new Held(List.of(), problems).told();
        return new Decision(false, told.isEmpty() ? "" : "RBAC: " + told);
    }

    public Held held(User user, String namespace) {
        Policy policy = feed.current();
        List<Rule> rules = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        for (Holder holder : holders(user, namespace)) {
            for (Grant grant : policy.grants(holder)) {
                policy.rules(grant.binding().role(), holder.namespace())
                        .ifPresentOrElse(
                                rules::addAll,
                                () -> problems.add(missing(grant.binding().role())));
            }
        }
        return new Held(rules, problems);
    }

    Optional<List<Rule>> rules(RoleRef role, String namespace) {
        return feed.current().rules(role, namespace);
    }

    static String missing(RoleRef role) {
        return switch (role.kind()) {
            case "Role" -> "role.rbac.authorization.k8s.io " + Problems.quoted(role.name()) + " not found";
            case "ClusterRole" ->
                "clusterrole.rbac.authorization.k8s.io " + Problems.quoted(role.name()) + " not found";
            default -> "unsupported role reference kind: " + Problems.quoted(role.kind());
        };
    }

    private static List<Holder> holders(User user, String namespace) {
        List<Holder> holders = new ArrayList<>(2 * user.groups().size() + 2);
        add(holders, user, "");
        if (!namespace.isEmpty()) {
            add(holders, user, namespace);
        }
        return holders;
    }

    private static void add(List<Holder> holders, User user, String namespace) {
        holders.add(new Holder(namespace, false, user.name()));
        for (String group : user.groups()) {
            holders.add(new Holder(namespace, true, group));
        }
    }

    @Override
    public void close() {
        feed.close();
    }
}
