package dev.stowage.apiserver.crd;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.crd.Definition.Version;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.validation.Names;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// The rules of a definition as a whole. What is about one version is in [VersionValidation].
final class DefinitionValidation {
    private DefinitionValidation() {}

    static void validate(Definition definition, Problems problems) {
        String name = definition.name();
        if (!name.equals(definition.plural() + "." + definition.group())) {
            problems.invalid("metadata.name", quoted(name), "must be spec.names.plural+\".\"+spec.group");
        }
        spec(definition, problems);
        status(definition, problems);
        Approval.validate(definition, problems);
    }

    static void validateUpdate(Definition definition, Definition old, Problems problems) {
        spec(definition, problems);
        if (old.isEstablished()) {
            unchanged(definition, old, problems, "scope");
            unchanged(definition, old, problems, "names", "kind");
        }
        unchanged(definition, old, problems, "group");
        unchanged(definition, old, problems, "names", "plural");
        status(definition, problems);
        Approval.validateUpdate(definition, old, problems);
    }

    static void validateStatus(Definition definition, Problems problems) {
        names(definition.acceptedNames(), "status.acceptedNames", problems);
    }

    private static void status(Definition definition, Problems problems) {
        validateStatus(definition, problems);
        storedVersions(definition, problems);
        if (Tree.flag(definition.tree(), "spec", "preserveUnknownFields")) {
            if (definition.versions().stream()
                    .flatMap(version -> version.schema().stream())
                    .anyMatch(schema -> !schema.findValues("default").isEmpty())) {
                problems.invalid(
                        "spec.preserveUnknownFields", "true", "must be false in order to use defaults in the schema");
            }
            problems.invalid(
                    "spec.preserveUnknownFields",
                    "true",
                    "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead");
        }
    }

    private static void unchanged(Definition definition, Definition old, Problems problems, String... path) {
        JsonNode spec = definition.tree().path("spec");
        if (!Tree.at(spec, path).equals(Tree.at(old.tree().path("spec"), path))) {
            problems.invalid("spec." + String.join(".", path), Shown.value(Tree.at(spec, path)), "field is immutable");
        }
    }

    private static void spec(Definition definition, Problems problems) {
        String group = definition.group();
        List<String> wrong = Names.dnsSubdomain(group);
        if (group.isEmpty()) {
            problems.required("spec.group", "");
        } else if (!wrong.isEmpty()) {
            problems.invalid("spec.group", quoted(group), String.join(",", wrong));
        } else if (!group.contains(".")) {
            problems.invalid("spec.group", quoted(group), "should be a domain with at least one dot");
        }
        scope(Tree.text(definition.tree(), "spec", "scope"), problems);
        for (Version version : definition.versions()) {
            if (version.schema().isEmpty()) {
                problems.required("spec.versions[%d].schema.openAPIV3Schema".formatted(version.index()), "");
            }
        }
        versions(definition, problems);
        JsonNode names = definition.names();
        for (String name : List.of("plural", "singular", "kind", "listKind")) {
            if (Tree.text(names, name).isEmpty()) {
                problems.required("spec.names." + name, "");
            }
        }
        names(names, "spec.names", problems);
        conversion(definition.tree().path("spec").path("conversion"), problems);
    }

    private static void scope(String scope, Problems problems) {
        List<String> scopes = List.of("Cluster", "Namespaced");
        if (scope.isEmpty()) {
            problems.required("spec.scope", "");
        } else if (!scopes.contains(scope)) {
            problems.notSupported("spec.scope", quoted(scope), scopes);
        }
    }

    private static void versions(Definition definition, Problems problems) {
        Set<String> seen = new HashSet<>();
        boolean unique = true;
        int storages = 0;
        for (Version version : definition.versions()) {
            unique &= seen.add(version.name());
            storages += version.isStorage() ? 1 : 0;
            String path = "spec.versions[%d]".formatted(version.index());
            List<String> wrong = Names.dns1035Label(version.name());
            if (!wrong.isEmpty()) {
                problems.invalid(path + ".name", quoted(version.name()), String.join(",", wrong));
            }
            VersionValidation.validate(version, path, problems);
        }
        String shown = Tree.list(definition.tree(), "spec", "versions").toString();
        if (!unique) {
            problems.invalid("spec.versions", shown, "must contain unique version names");
        }
        if (storages != 1) {
            problems.invalid("spec.versions", shown, "must have exactly one version marked as storage version");
        }
    }

    private static void names(JsonNode names, String path, Problems problems) {
        for (String name : List.of("plural", "singular")) {
            label(Tree.text(names, name), path + "." + name, problems);
        }
        for (String name : List.of("kind", "listKind")) {
            String kind = Tree.text(names, name);
            List<String> wrong = Names.dns1035Label(kind.toLowerCase(Locale.ROOT));
            if (!kind.isEmpty() && !wrong.isEmpty()) {
                problems.invalid(
                        path + "." + name,
                        quoted(kind),
                        "may have mixed case, but should otherwise match: " + String.join(",", wrong));
            }
        }
        labels(names, "shortNames", path, problems);
        String kind = Tree.text(names, "kind");
        if (!kind.isEmpty() && kind.equals(Tree.text(names, "listKind"))) {
            problems.invalid(path + ".listKind", quoted(kind), "kind and listKind may not be the same");
        }
        labels(names, "categories", path, problems);
    }

    private static void labels(JsonNode names, String list, String path, Problems problems) {
        int index = 0;
        for (JsonNode name : Tree.list(names, list)) {
            label(name.asText(), "%s.%s[%d]".formatted(path, list, index++), problems);
        }
    }

    private static void label(String name, String path, Problems problems) {
        List<String> wrong = Names.dns1035Label(name);
        if (!name.isEmpty() && !wrong.isEmpty()) {
            problems.invalid(path, quoted(name), String.join(",", wrong));
        }
    }

    private static void conversion(JsonNode conversion, Problems problems) {
        String strategy = Tree.text(conversion, "strategy");
        List<String> strategies = List.of("None", "Webhook");
        if (strategy.isEmpty()) {
            problems.required("spec.conversion.strategy", "");
        } else if (strategy.equals("Webhook")) {
            problems.forbidden(
                    "spec.conversion.strategy",
                    "this server calls no conversion webhooks; use None, with versions that differ in nothing but"
                            + " their name and the fields they know");
        } else if (!strategies.contains(strategy)) {
            problems.notSupported("spec.conversion.strategy", quoted(strategy), strategies);
        } else if (Tree.has(conversion, "webhook")) {
            problems.forbidden(
                    "spec.conversion.webhookClientConfig", "should not be set when strategy is not set to Webhook");
        }
    }

    private static void storedVersions(Definition definition, Problems problems) {
        List<String> stored = definition.storedVersions();
        String shown = Tree.at(definition.tree(), "status", "storedVersions").toString();
        if (stored.isEmpty()) {
            problems.invalid("status.storedVersions", "null", "must have at least one stored version");
            return;
        }
        List<String> names = definition.versions().stream().map(Version::name).toList();
        definition
                .storage()
                .map(Version::name)
                .filter(name -> !stored.contains(name))
                .ifPresent(name ->
                        problems.invalid("status.storedVersions", shown, "must have the storage version " + name));
        for (int i = 0; i < stored.size(); i++) {
            String version = stored.get(i);
            if (!names.contains(version)) {
                problems.invalid(
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
