package dev.stowage.apiserver.group.rbac;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.group.Checks;
import dev.stowage.apiserver.group.Defaults;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Describe;
import dev.stowage.apiserver.resource.NameRule;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.TableOf;
import dev.stowage.apiserver.validation.Names;
import java.util.ArrayList;
import java.util.List;

/// Who has which role, in a namespace and in the cluster.
final class RoleBindings implements Strategy {
    private static final String GROUP = "rbac.authorization.k8s.io";

    private final boolean namespaced;

    private RoleBindings(boolean namespaced) {
        this.namespaced = namespaced;
    }

    static Resource resource(Describe binding, boolean namespaced) {
        return binding.strategy(new RoleBindings(namespaced))
                .columns(TableOf.name()
                        .text("Role", RoleBindings::role)
                        .age()
                        .wide("Users", object -> subjects(object, "User"))
                        .wide("Groups", object -> subjects(object, "Group"))
                        .wide("ServiceAccounts", object -> subjects(object, "ServiceAccount")))
                .done();
    }

    private static String role(JsonNode object) {
        return Tree.text(object, "roleRef", "kind") + "/" + Tree.text(object, "roleRef", "name");
    }

    private static String subjects(JsonNode object, String kind) {
        List<String> names = new ArrayList<>();
        for (JsonNode subject : Tree.list(object, "subjects")) {
            if (Tree.text(subject, "kind").equals(kind)) {
                String name = Tree.text(subject, "name");
                names.add(kind.equals("ServiceAccount") ? Tree.text(subject, "namespace") + "/" + name : name);
            }
        }
        return String.join(", ", names);
    }

    @Override
    public NameRule nameRule() {
        return NameRule.PATH_SEGMENT;
    }

    @Override
    public boolean createsOnUpdate() {
        return true;
    }

    @Override
    public void complete(ObjectNode object) {
        Tree.object(object, "roleRef").ifPresent(role -> Defaults.text(role, "apiGroup", GROUP));
        for (JsonNode subject : Tree.list(object, "subjects")) {
            String kind = Tree.text(subject, "kind");
            if (subject instanceof ObjectNode one && (kind.equals("User") || kind.equals("Group"))) {
                Defaults.text(one, "apiGroup", GROUP);
            }
        }
    }

    @Override
    public void validate(ObjectNode object, Problems problems) {
        JsonNode role = object.path("roleRef");
        String group = Tree.text(role, "apiGroup");
        if (!group.equals(GROUP)) {
            problems.notSupported("roleRef.apiGroup", quoted(group), List.of(GROUP));
        }
        String kind = Tree.text(role, "kind");
        List<String> kinds = namespaced ? List.of("Role", "ClusterRole") : List.of("ClusterRole");
        if (!kinds.contains(kind)) {
            problems.notSupported("roleRef.kind", quoted(kind), kinds);
        }
        String name = Tree.text(role, "name");
        if (Checks.required(name, "roleRef.name", problems)) {
            Checks.mistakes(Names.pathSegment(name), name, "roleRef.name", problems);
        }
        int i = 0;
        for (JsonNode subject : Tree.list(object, "subjects")) {
            subject(subject, "subjects[" + i++ + "]", problems);
        }
    }

    private void subject(JsonNode subject, String path, Problems problems) {
        String name = Tree.text(subject, "name");
        String group = Tree.text(subject, "apiGroup");
        Checks.required(name, path + ".name", problems);
        switch (Tree.text(subject, "kind")) {
            case "ServiceAccount" -> {
                if (!name.isEmpty()) {
                    Checks.mistakes(Names.dnsSubdomain(name), name, path + ".name", problems);
                }
                if (!group.isEmpty()) {
                    problems.notSupported(path + ".apiGroup", quoted(group), List.of(""));
                }
                if (!namespaced) {
                    Checks.required(Tree.text(subject, "namespace"), path + ".namespace", problems);
                }
            }
            case "User", "Group" -> {
                if (!group.equals(GROUP)) {
                    problems.notSupported(path + ".apiGroup", quoted(group), List.of(GROUP));
                }
            }
            default ->
                problems.notSupported(
                        path + ".kind", quoted(Tree.text(subject, "kind")), List.of("ServiceAccount", "User", "Group"));
        }
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, Problems problems) {
        validate(object, problems);
        JsonNode role = object.path("roleRef");
        if (!role.equals(old.path("roleRef"))) {
            problems.invalid(
                    "roleRef",
                    "{\"APIGroup\":%s,\"Kind\":%s,\"Name\":%s}"
                            .formatted(
                                    quoted(Tree.text(role, "apiGroup")),
                                    quoted(Tree.text(role, "kind")),
                                    quoted(Tree.text(role, "name"))),
                    "cannot change roleRef");
        }
    }
}
