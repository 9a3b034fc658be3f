package dev.stowage.apiserver.registry.rbac;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.FieldChecks;
import dev.stowage.apiserver.registry.FieldDefaults;
import dev.stowage.apiserver.resource.FunctionColumns;
import dev.stowage.apiserver.resource.ResourceBuilder;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ResourceStrategy;
import dev.stowage.k8s.validation.NameValidation;
import dev.stowage.k8s.validation.NameValidator;
import java.util.ArrayList;
import java.util.List;

/// RoleBindings and ClusterRoleBindings.
final class RoleBindingStrategy implements ResourceStrategy {
    private static final String GROUP = "rbac.authorization.k8s.io";

    private final boolean namespaced;

    private RoleBindingStrategy(boolean namespaced) {
        this.namespaced = namespaced;
    }

    static ResourceDescriptor resource(ResourceBuilder binding, boolean namespaced) {
        return binding.strategy(new RoleBindingStrategy(namespaced))
                .columns(FunctionColumns.name()
                        .text("Role", RoleBindingStrategy::role)
                        .age()
                        .wide("Users", object -> subjects(object, "User"))
                        .wide("Groups", object -> subjects(object, "Group"))
                        .wide("ServiceAccounts", object -> subjects(object, "ServiceAccount")))
                .done();
    }

    private static String role(JsonNode object) {
        return JsonTree.text(object, "roleRef", "kind") + "/" + JsonTree.text(object, "roleRef", "name");
    }

    private static String subjects(JsonNode object, String kind) {
        List<String> names = new ArrayList<>();
        for (JsonNode subject : JsonTree.list(object, "subjects")) {
            if (JsonTree.text(subject, "kind").equals(kind)) {
                String name = JsonTree.text(subject, "name");
                names.add(kind.equals("ServiceAccount") ? JsonTree.text(subject, "namespace") + "/" + name : name);
            }
        }
        return String.join(", ", names);
    }

    @Override
    public NameValidator nameValidator() {
        return NameValidator.PATH_SEGMENT;
    }

    @Override
    public boolean createsOnUpdate() {
        return true;
    }

    @Override
    public void complete(ObjectNode object) {
        JsonTree.object(object, "roleRef").ifPresent(role -> FieldDefaults.text(role, "apiGroup", GROUP));
        for (JsonNode subject : JsonTree.list(object, "subjects")) {
            String kind = JsonTree.text(subject, "kind");
            if (subject instanceof ObjectNode one && (kind.equals("User") || kind.equals("Group"))) {
                FieldDefaults.text(one, "apiGroup", GROUP);
            }
        }
    }

    @Override
    public void validate(ObjectNode object, FieldErrors fieldErrors) {
        JsonNode role = object.path("roleRef");
        String group = JsonTree.text(role, "apiGroup");
        if (!group.equals(GROUP)) {
            fieldErrors.notSupported("roleRef.apiGroup", quoted(group), List.of(GROUP));
        }
        String kind = JsonTree.text(role, "kind");
        List<String> kinds = namespaced ? List.of("Role", "ClusterRole") : List.of("ClusterRole");
        if (!kinds.contains(kind)) {
            fieldErrors.notSupported("roleRef.kind", quoted(kind), kinds);
        }
        String name = JsonTree.text(role, "name");
        if (FieldChecks.required(name, "roleRef.name", fieldErrors)) {
            FieldChecks.violations(NameValidation.pathSegment(name), name, "roleRef.name", fieldErrors);
        }
        int i = 0;
        for (JsonNode subject : JsonTree.list(object, "subjects")) {
            subject(subject, "subjects[" + i++ + "]", fieldErrors);
        }
    }

    private void subject(JsonNode subject, String path, FieldErrors fieldErrors) {
        String name = JsonTree.text(subject, "name");
        String group = JsonTree.text(subject, "apiGroup");
        FieldChecks.required(name, path + ".name", fieldErrors);
        switch (JsonTree.text(subject, "kind")) {
            case "ServiceAccount" -> {
                if (!name.isEmpty()) {
                    FieldChecks.violations(NameValidation.dnsSubdomain(name), name, path + ".name", fieldErrors);
                }
                if (!group.isEmpty()) {
                    fieldErrors.notSupported(path + ".apiGroup", quoted(group), List.of(""));
                }
                if (!namespaced) {
                    FieldChecks.required(JsonTree.text(subject, "namespace"), path + ".namespace", fieldErrors);
                }
            }
            case "User", "Group" -> {
                if (!group.equals(GROUP)) {
                    fieldErrors.notSupported(path + ".apiGroup", quoted(group), List.of(GROUP));
                }
            }
            default ->
                fieldErrors.notSupported(
                        path + ".kind",
                        quoted(JsonTree.text(subject, "kind")),
                        List.of("ServiceAccount", "User", "Group"));
        }
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, FieldErrors fieldErrors) {
        validate(object, fieldErrors);
        JsonNode role = object.path("roleRef");
        if (!role.equals(old.path("roleRef"))) {
            fieldErrors.invalid(
                    "roleRef",
                    "{\"APIGroup\":%s,\"Kind\":%s,\"Name\":%s}"
                            .formatted(
                                    quoted(JsonTree.text(role, "apiGroup")),
                                    quoted(JsonTree.text(role, "kind")),
                                    quoted(JsonTree.text(role, "name"))),
                    "cannot change roleRef");
        }
    }
}
