package dev.stowage.apiserver.rbac;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import java.util.ArrayList;
import java.util.List;

/// Gives a role to subjects, in a namespace or everywhere.
///
/// @param namespace empty for a binding of the whole cluster
record RbacBinding(String namespace, String name, RoleRef role, List<Subject> subjects) {

    /// @param kind `Role` or `ClusterRole`
    record RoleRef(String kind, String group, String name) {
        static RoleRef of(JsonNode binding) {
            return new RoleRef(
                    JsonTree.text(binding, "roleRef", "kind"),
                    JsonTree.text(binding, "roleRef", "apiGroup"),
                    JsonTree.text(binding, "roleRef", "name"));
        }
    }

    /// @param shown as messages name it
    record Subject(Holder holder, String shown) {}

    /// A subject, its role and the namespace.
    ///
    /// @param isGroup a user otherwise; a service account is a user
    record Holder(String namespace, boolean isGroup, String name) {}

    RbacBinding {
        subjects = List.copyOf(subjects);
    }

    static RbacBinding of(JsonNode object) {
        String namespace = JsonTree.text(object, "metadata", "namespace");
        List<Subject> subjects = new ArrayList<>();
        for (JsonNode subject : JsonTree.list(object, "subjects")) {
            String kind = JsonTree.text(subject, "kind");
            String name = JsonTree.text(subject, "name");
            switch (kind) {
                case "User" ->
                    subjects.add(
                            new Subject(new Holder(namespace, false, name), kind + " " + FieldErrors.quoted(name)));
                case "Group" ->
                    subjects.add(new Subject(new Holder(namespace, true, name), kind + " " + FieldErrors.quoted(name)));
                case "ServiceAccount" -> {
                    String given = JsonTree.text(subject, "namespace");
                    String home = given.isEmpty() ? namespace : given;
                    // A service account without a namespace in a ClusterRoleBinding matches no user.
                    if (!home.isEmpty()) {
                        Holder holder = new Holder(namespace, false, "system:serviceaccount:" + home + ":" + name);
                        subjects.add(new Subject(holder, kind + " " + FieldErrors.quoted(name + "/" + home)));
                    }
                }
                default -> {} // nobody
            }
        }
        return new RbacBinding(namespace, JsonTree.text(object, "metadata", "name"), RoleRef.of(object), subjects);
    }

    /// As it appears in the reason of a decision.
    String shown(Subject subject) {
        String kind = namespace.isEmpty() ? "ClusterRoleBinding " : "RoleBinding ";
        String called = FieldErrors.quoted(namespace.isEmpty() ? name : name + "/" + namespace);
        return kind + called + " of " + role.kind() + " " + FieldErrors.quoted(role.name()) + " to " + subject.shown();
    }
}
