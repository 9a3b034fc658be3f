package dev.stowage.apiserver.auth;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.auth.rbac.Grants;
import dev.stowage.apiserver.auth.rbac.Grants.Held;
import dev.stowage.apiserver.auth.rbac.Rule;
import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Answers what somebody may do.
final class Reviews {
    private static final String GROUP = "authorization.k8s.io";

    private final Grants grants;

    Reviews(Grants grants) {
        this.grants = grants;
    }

    /// SubjectAccessReview, SelfSubjectAccessReview, LocalSubjectAccessReview.
    ObjectNode access(String kind, String namespace, ObjectNode request, User asking) throws ApiException {
        ObjectNode answer = request.deepCopy();
        ObjectNode spec = Tree.ensure(answer, "spec");
        boolean isOwn = kind.equals("SelfSubjectAccessReview");
        check(kind, namespace, answer, spec);
        User user = isOwn ? asking : subject(spec);
        Decision decision = grants.authorize(user, action(spec));
        ObjectNode status = answer.putObject("status").put("allowed", decision.allowed());
        if (!decision.reason().isEmpty()) {
            status.put("reason", decision.reason());
        }
        return answer;
    }

    private static void check(String kind, String namespace, ObjectNode answer, ObjectNode spec) throws ApiException {
        Problems problems = new Problems();
        boolean isResource = Tree.has(spec, "resourceAttributes");
        boolean isPath = Tree.has(spec, "nonResourceAttributes");
        boolean isLocal = kind.equals("LocalSubjectAccessReview");
        if (isResource && isPath) {
            problems.invalid(
                    "spec.nonResourceAttributes",
                    spec.path("nonResourceAttributes").toString(),
                    "cannot be specified in combination with resourceAttributes");
        }
        if (!isResource && !isPath) {
            problems.invalid(
                    "spec.resourceAttributes",
                    "null",
                    "exactly one of nonResourceAttributes or resourceAttributes must be specified");
        }
        if (!kind.equals("SelfSubjectAccessReview")
                && Tree.text(spec, "user").isEmpty()
                && Tree.list(spec, "groups").isEmpty()) {
            problems.invalid("spec.user", "\"\"", "at least one of user or group must be specified");
        }
        if (isLocal) {
            String asked = Tree.text(spec, "resourceAttributes", "namespace");
            if (isResource && !asked.equals(namespace)) {
                problems.invalid(
                        "spec.resourceAttributes.namespace", Problems.quoted(asked), "must match metadata.namespace");
            }
            if (isPath) {
                problems.invalid(
                        "spec.nonResourceAttributes",
                        spec.path("nonResourceAttributes").toString(),
                        "disallowed on this kind of request");
            }
            Tree.ensure(answer, "metadata").put("namespace", namespace);
        }
        if (!problems.isEmpty()) {
            throw ApiException.invalid(GROUP, "", "", problems); // without the kind: so it is
        }
    }

    private static User subject(ObjectNode spec) {
        Map<String, List<String>> extra = new LinkedHashMap<>();
        spec.path("extra").properties().forEach(field -> extra.put(field.getKey(), words(field.getValue())));
        return new User(Tree.text(spec, "user"), Tree.text(spec, "uid"), words(spec.path("groups")), extra);
    }

    private static List<String> words(JsonNode list) {
        List<String> words = new ArrayList<>();
        list.forEach(word -> words.add(word.asText()));
        return words;
    }

    private static Action action(ObjectNode spec) {
        JsonNode path = spec.path("nonResourceAttributes");
        if (path.isObject()) {
            return Action.onPath(Tree.text(path, "verb"), Tree.text(path, "path"));
        }
        JsonNode asked = spec.path("resourceAttributes");
        String resource = Tree.text(asked, "resource");
        return Action.onResource(
                Tree.text(asked, "verb"),
                Tree.text(asked, "group"),
                Tree.text(asked, "version"),
                resource,
                Tree.text(asked, "subresource"),
                Tree.text(asked, "namespace"),
                Tree.text(asked, "name"));
    }

    ObjectNode rules(ObjectNode request, User user) throws ApiException {
        String namespace = Tree.text(request, "spec", "namespace");
        if (namespace.isEmpty()) {
            throw ApiException.badRequest("no namespace on request");
        }
        Held held = grants.held(user, namespace);
        ObjectNode answer = Json.object().put("kind", "SelfSubjectRulesReview").put("apiVersion", GROUP + "/v1");
        answer.putObject("metadata");
        answer.putObject("spec");
        ObjectNode status = answer.putObject("status");
        ArrayNode resources = status.putArray("resourceRules");
        ArrayNode paths = status.putArray("nonResourceRules");
        for (Rule rule : held.rules()) {
            if (!rule.resources().isEmpty()) {
                ObjectNode told = resources.addObject();
                put(told, "verbs", rule.verbs());
                put(told, "apiGroups", rule.groups());
                put(told, "resources", rule.resources());
                put(told, "resourceNames", rule.names());
            }
            if (!rule.paths().isEmpty()) {
                ObjectNode told = paths.addObject();
                put(told, "verbs", rule.verbs());
                put(told, "nonResourceURLs", rule.paths());
            }
        }
        status.put("incomplete", !held.problems().isEmpty());
        if (!held.problems().isEmpty()) {
            status.put("evaluationError", held.told());
        }
        return answer;
    }

    static void put(ObjectNode into, String field, List<String> words) {
        if (!words.isEmpty()) {
            ArrayNode list = into.putArray(field);
            words.forEach(list::add);
        }
    }
}
