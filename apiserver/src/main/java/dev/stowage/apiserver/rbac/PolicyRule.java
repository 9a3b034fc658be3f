package dev.stowage.apiserver.rbac;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.authorization.AuthorizationAttributes;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// One rule of a role.
///
/// @param names of objects; empty for all
/// @param paths non-resource URLs
public record PolicyRule(
        List<String> verbs, List<String> groups, List<String> resources, List<String> names, List<String> paths) {

    private static final String ALL = "*";

    /// All verbs on all resources.
    static final List<PolicyRule> EVERYTHING = List.of(
            new PolicyRule(List.of(ALL), List.of(ALL), List.of(ALL), List.of(), List.of()),
            new PolicyRule(List.of(ALL), List.of(), List.of(), List.of(), List.of(ALL)));

    public PolicyRule {
        verbs = List.copyOf(verbs);
        groups = List.copyOf(groups);
        resources = List.copyOf(resources);
        names = List.copyOf(names);
        paths = List.copyOf(paths);
    }

    /// The rules of a role.
    static List<PolicyRule> of(JsonNode role) {
        List<PolicyRule> rules = new ArrayList<>();
        for (JsonNode rule : JsonTree.list(role, "rules")) {
            rules.add(new PolicyRule(
                    words(rule, "verbs"),
                    words(rule, "apiGroups"),
                    words(rule, "resources"),
                    words(rule, "resourceNames"),
                    words(rule, "nonResourceURLs")));
        }
        return List.copyOf(rules);
    }

    private static List<String> words(JsonNode rule, String field) {
        List<String> words = new ArrayList<>();
        JsonTree.list(rule, field).forEach(word -> words.add(word.asText()));
        return words;
    }

    public boolean allows(AuthorizationAttributes authorizationAttributes) {
        return has(verbs, authorizationAttributes.verb())
                && (authorizationAttributes.isResource()
                        ? has(groups, authorizationAttributes.group())
                                && hasResource(authorizationAttributes)
                                && (names.isEmpty() || names.contains(authorizationAttributes.name()))
                        : hasPath(authorizationAttributes.path()));
    }

    private boolean hasResource(AuthorizationAttributes authorizationAttributes) {
        return has(resources, authorizationAttributes.qualified())
                || (!authorizationAttributes.subresource().isEmpty()
                        && resources.contains("*/" + authorizationAttributes.subresource()));
    }

    private boolean hasPath(String path) {
        return paths.stream().anyMatch(known -> pathCovers(known, path));
    }

    private static boolean has(List<String> known, String word) {
        return known.contains(ALL) || known.contains(word);
    }

    private static boolean pathCovers(String known, String path) {
        return known.equals(path) || (known.endsWith(ALL) && path.startsWith(known.replaceAll("\\*+$", "")));
    }

    /// Whether this rule covers another.
    ///
    /// @param other one of [#single]
    boolean covers(PolicyRule other) {
        return other.verbs.stream().allMatch(verb -> has(verbs, verb))
                && other.groups.stream().allMatch(group -> has(groups, group))
                && other.resources.stream().allMatch(this::coversResource)
                && other.paths.stream().allMatch(this::hasPath)
                && (names.isEmpty() || (!other.names.isEmpty() && names.containsAll(other.names)));
    }

    private boolean coversResource(String resource) {
        int slash = resource.indexOf('/');
        return has(resources, resource) || (slash >= 0 && resources.contains("*" + resource.substring(slash)));
    }

    /// The same as rules with one verb, one group, one resource, one name or path each.
    List<PolicyRule> single() {
        List<PolicyRule> singles = new ArrayList<>();
        for (String group : groups) {
            for (String resource : resources) {
                for (String verb : verbs) {
                    for (String name : names) {
                        singles.add(resource(verb, group, resource, List.of(name)));
                    }
                    if (names.isEmpty()) {
                        singles.add(resource(verb, group, resource, List.of()));
                    }
                }
            }
        }
        for (String path : paths) {
            for (String verb : verbs) {
                singles.add(new PolicyRule(List.of(verb), List.of(), List.of(), List.of(), List.of(path)));
            }
        }
        return singles;
    }

    private static PolicyRule resource(String verb, String group, String resource, List<String> names) {
        return new PolicyRule(List.of(verb), List.of(group), List.of(resource), names, List.of());
    }

    PolicyRule withVerbs(List<String> other) {
        return new PolicyRule(other, groups, resources, names, paths);
    }

    /// In the format of error messages.
    String shown() {
        List<String> parts = new ArrayList<>();
        show(parts, "APIGroups", groups);
        show(parts, "Resources", resources);
        show(parts, "NonResourceURLs", paths);
        show(parts, "ResourceNames", names);
        show(parts, "Verbs", verbs);
        return "{" + String.join(", ", parts) + "}";
    }

    private static void show(List<String> parts, String field, List<String> words) {
        if (!words.isEmpty()) {
            parts.add(field + ":" + quoted(words));
        }
    }

    static String quoted(List<String> words) {
        return words.stream().map(FieldErrors::quoted).collect(Collectors.joining(" ", "[", "]"));
    }
}
