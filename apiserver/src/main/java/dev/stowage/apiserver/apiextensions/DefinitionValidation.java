package dev.stowage.apiserver.apiextensions;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.apiextensions.CustomResourceDefinition.Version;
import dev.stowage.apiserver.apiextensions.schema.JsonValueText;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.k8s.validation.NameValidation;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// The rules for a definition as a whole. Those for one version are in [DefinitionVersionValidation].
final class DefinitionValidation {
    private DefinitionValidation() {}

    static void validate(CustomResourceDefinition customResourceDefinition, FieldErrors fieldErrors) {
        String name = customResourceDefinition.name();
        if (!name.equals(customResourceDefinition.plural() + "." + customResourceDefinition.group())) {
            fieldErrors.invalid("metadata.name", quoted(name), "must be spec.names.plural+\".\"+spec.group");
        }
        spec(customResourceDefinition, fieldErrors);
        status(customResourceDefinition, fieldErrors);
        ApiApproval.validate(customResourceDefinition, fieldErrors);
    }

    static void validateUpdate(
            CustomResourceDefinition customResourceDefinition, CustomResourceDefinition old, FieldErrors fieldErrors) {
        spec(customResourceDefinition, fieldErrors);
        if (old.isEstablished()) {
            unchanged(customResourceDefinition, old, fieldErrors, "scope");
            unchanged(customResourceDefinition, old, fieldErrors, "names", "kind");
        }
        unchanged(customResourceDefinition, old, fieldErrors, "group");
        unchanged(customResourceDefinition, old, fieldErrors, "names", "plural");
        status(customResourceDefinition, fieldErrors);
        ApiApproval.validateUpdate(customResourceDefinition, old, fieldErrors);
    }

    static void validateStatus(CustomResourceDefinition customResourceDefinition, FieldErrors fieldErrors) {
        names(customResourceDefinition.acceptedNames(), "status.acceptedNames", fieldErrors);
    }

    private static void status(CustomResourceDefinition customResourceDefinition, FieldErrors fieldErrors) {
        validateStatus(customResourceDefinition, fieldErrors);
        storedVersions(customResourceDefinition, fieldErrors);
        if (JsonTree.flag(customResourceDefinition.tree(), "spec", "preserveUnknownFields")) {
            if (customResourceDefinition.versions().stream()
                    .flatMap(version -> version.schema().stream())
                    .anyMatch(schema -> !schema.findValues("default").isEmpty())) {
                fieldErrors.invalid(
                        "spec.preserveUnknownFields", "true", "must be false in order to use defaults in the schema");
            }
            fieldErrors.invalid(
                    "spec.preserveUnknownFields",
                    "true",
                    "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead");
        }
    }

    private static void unchanged(
            CustomResourceDefinition customResourceDefinition,
            CustomResourceDefinition old,
            FieldErrors fieldErrors,
            String... path) {
        JsonNode spec = customResourceDefinition.tree().path("spec");
        if (!JsonTree.at(spec, path).equals(JsonTree.at(old.tree().path("spec"), path))) {
            fieldErrors.invalid(
                    "spec." + String.join(".", path),
                    JsonValueText.value(JsonTree.at(spec, path)),
                    "field is immutable");
        }
    }

    private static void spec(CustomResourceDefinition customResourceDefinition, FieldErrors fieldErrors) {
        String group = customResourceDefinition.group();
        List<String> violations = NameValidation.dnsSubdomain(group);
        if (group.isEmpty()) {
            fieldErrors.required("spec.group", "");
        } else if (!violations.isEmpty()) {
            fieldErrors.invalid("spec.group", quoted(group), String.join(",", violations));
        } else if (!group.contains(".")) {
            fieldErrors.invalid("spec.group", quoted(group), "should be a domain with at least one dot");
        }
        scope(JsonTree.text(customResourceDefinition.tree(), "spec", "scope"), fieldErrors);
        for (Version version : customResourceDefinition.versions()) {
            if (version.schema().isEmpty()) {
                fieldErrors.required("spec.versions[%d].schema.openAPIV3Schema".formatted(version.index()), "");
            }
        }
        versions(customResourceDefinition, fieldErrors);
        JsonNode names = customResourceDefinition.names();
        for (String name : List.of("plural", "singular", "kind", "listKind")) {
            if (JsonTree.text(names, name).isEmpty()) {
                fieldErrors.required("spec.names." + name, "");
            }
        }
        names(names, "spec.names", fieldErrors);
        conversion(customResourceDefinition.tree().path("spec").path("conversion"), fieldErrors);
    }

    private static void scope(String scope, FieldErrors fieldErrors) {
        List<String> scopes = List.of("Cluster", "Namespaced");
        if (scope.isEmpty()) {
            fieldErrors.required("spec.scope", "");
        } else if (!scopes.contains(scope)) {
            fieldErrors.notSupported("spec.scope", quoted(scope), scopes);
        }
    }

    private static void versions(CustomResourceDefinition customResourceDefinition, FieldErrors fieldErrors) {
        Set<String> seen = new HashSet<>();
        boolean unique = true;
        int storages = 0;
        for (Version version : customResourceDefinition.versions()) {
            unique &= seen.add(version.name());
            storages += version.isStorage() ? 1 : 0;
            String path = "spec.versions[%d]".formatted(version.index());
            List<String> violations = NameValidation.dns1035Label(version.name());
            if (!violations.isEmpty()) {
                fieldErrors.invalid(path + ".name", quoted(version.name()), String.join(",", violations));
            }
            DefinitionVersionValidation.validate(version, path, fieldErrors);
        }
        String shown = JsonTree.list(customResourceDefinition.tree(), "spec", "versions")
                .toString();
        if (!unique) {
            fieldErrors.invalid("spec.versions", shown, "must contain unique version names");
        }
        if (storages != 1) {
            fieldErrors.invalid("spec.versions", shown, "must have exactly one version marked as storage version");
        }
    }

    private static void names(JsonNode names, String path, FieldErrors fieldErrors) {
        for (String name : List.of("plural", "singular")) {
            label(JsonTree.text(names, name), path + "." + name, fieldErrors);
        }
        for (String name : List.of("kind", "listKind")) {
            String kind = JsonTree.text(names, name);
            List<String> violations = NameValidation.dns1035Label(kind.toLowerCase(Locale.ROOT));
            if (!kind.isEmpty() && !violations.isEmpty()) {
                fieldErrors.invalid(
                        path + "." + name,
                        quoted(kind),
                        "may have mixed case, but should otherwise match: " + String.join(",", violations));
            }
        }
        labels(names, "shortNames", path, fieldErrors);
        String kind = JsonTree.text(names, "kind");
        if (!kind.isEmpty() && kind.equals(JsonTree.text(names, "listKind"))) {
            fieldErrors.invalid(path + ".listKind", quoted(kind), "kind and listKind may not be the same");
        }
        labels(names, "categories", path, fieldErrors);
    }

    private static void labels(JsonNode names, String list, String path, FieldErrors fieldErrors) {
        int index = 0;
        for (JsonNode name : JsonTree.list(names, list)) {
            label(name.asText(), "%s.%s[%d]".formatted(path, list, index++), fieldErrors);
        }
    }

    private static void label(String name, String path, FieldErrors fieldErrors) {
        List<String> violations = NameValidation.dns1035Label(name);
        if (!name.isEmpty() && !violations.isEmpty()) {
            fieldErrors.invalid(path, quoted(name), String.join(",", violations));
        }
    }

    private static void conversion(JsonNode conversion, FieldErrors fieldErrors) {
        String strategy = JsonTree.text(conversion, "strategy");
        List<String> strategies = List.of("None", "Webhook");
        if (strategy.isEmpty()) {
            fieldErrors.required("spec.conversion.strategy", "");
        } else if (strategy.equals("Webhook")) {
            fieldErrors.forbidden(
                    "spec.conversion.strategy",
                    "conversion webhooks are not supported by this server; use None, with versions that differ only"
                            + " in their names and fields");
        } else if (!strategies.contains(strategy)) {
            fieldErrors.notSupported("spec.conversion.strategy", quoted(strategy), strategies);
        } else if (JsonTree.has(conversion, "webhook")) {
            fieldErrors.forbidden(
                    "spec.conversion.webhookClientConfig", "should not be set when strategy is not set to Webhook");
        }
    }

    private static void storedVersions(CustomResourceDefinition customResourceDefinition, FieldErrors fieldErrors) {
        List<String> stored = customResourceDefinition.storedVersions();
        String shown = JsonTree.at(customResourceDefinition.tree(), "status", "storedVersions")
                .toString();
        if (stored.isEmpty()) {
            fieldErrors.invalid("status.storedVersions", "null", "must have at least one stored version");
            return;
        }
        List<String> names =
                customResourceDefinition.versions().stream().map(Version::name).toList();
        customResourceDefinition
                .storage()
                .map(Version::name)
                .filter(name -> !stored.contains(name))
                .ifPresent(name ->
                        fieldErrors.invalid("status.storedVersions", shown, "must have the storage version " + name));
        for (int i = 0; i < stored.size(); i++) {
            String version = stored.get(i);
            if (!names.contains(version)) {
                fieldErrors.invalid(
                        "status.storedVersions[%d]".formatted(i),
                        quoted(version),
                        ("missing from spec.versions; %1$s was previously a storage version, and must remain in"
                                        + " spec.versions until a storage migration ensures no data remains persisted"
                                        + " in %1$s and removes %1$s from status.storedVersions")
                                .formatted(version));
            }
        }
    }
}
