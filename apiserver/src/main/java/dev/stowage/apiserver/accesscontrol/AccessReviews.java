package dev.stowage.apiserver.accesscontrol;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.authentication.UserInfo;
import dev.stowage.apiserver.authorization.AuthorizationAttributes;
import dev.stowage.apiserver.authorization.AuthorizationDecision;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.rbac.PolicyRule;
import dev.stowage.apiserver.rbac.RbacAuthorizer;
import dev.stowage.apiserver.rbac.RbacAuthorizer.ResolvedRules;
import dev.stowage.k8s.names.ApiGroups;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Answers access reviews: what a user may do.
final class AccessReviews {

    private final RbacAuthorizer rbacAuthorizer;

    AccessReviews(RbacAuthorizer rbacAuthorizer) {
        this.rbacAuthorizer = rbacAuthorizer;
    }

    /// SubjectAccessReview, SelfSubjectAccessReview, LocalSubjectAccessReview.
    ObjectNode access(String kind, String namespace, ObjectNode request, UserInfo asking) throws ApiException {
        ObjectNode answer = request.deepCopy();
        ObjectNode spec = JsonTree.ensure(answer, "spec");
        boolean isOwn = kind.equals("SelfSubjectAccessReview");
        check(kind, namespace, answer, spec);
        UserInfo userInfo = isOwn ? asking : subject(spec);
        AuthorizationDecision authorizationDecision = rbacAuthorizer.authorize(userInfo, action(spec));
        ObjectNode status = answer.putObject("status").put("allowed", authorizationDecision.allowed());
        if (!authorizationDecision.reason().isEmpty()) {
            status.put("reason", authorizationDecision.reason());
        }
        return answer;
    }

    private static void check(String kind, String namespace, ObjectNode answer, ObjectNode spec) throws ApiException {
        FieldErrors fieldErrors = new FieldErrors();
        boolean isResource = JsonTree.has(spec, "resourceAttributes");
        boolean isPath = JsonTree.has(spec, "nonResourceAttributes");
        boolean isLocal = kind.equals("LocalSubjectAccessReview");
        if (isResource && isPath) {
            fieldErrors.invalid(
                    "spec.nonResourceAttributes",
                    spec.path("nonResourceAttributes").toString(),
                    "cannot be specified in combination with resourceAttributes");
        }
        if (!isResource && !isPath) {
            fieldErrors.invalid(
                    "spec.resourceAttributes",
                    "null",
                    "exactly one of nonResourceAttributes or resourceAttributes must be specified");
        }
        if (!kind.equals("SelfSubjectAccessReview")
                && JsonTree.text(spec, "user").isEmpty()
                && JsonTree.list(spec, "groups").isEmpty()) {
            fieldErrors.invalid("spec.user", "\"\"", "at least one of user or group must be specified");
        }
        if (isLocal) {
            String requested = JsonTree.text(spec, "resourceAttributes", "namespace");
            if (isResource && !requested.equals(namespace)) {
                fieldErrors.invalid(
                        "spec.resourceAttributes.namespace",
                        FieldErrors.quoted(requested),
                        "must match metadata.namespace");
            }
            if (isPath) {
                fieldErrors.invalid(
                        "spec.nonResourceAttributes",
                        spec.path("nonResourceAttributes").toString(),
                        "disallowed on this kind of request");
            }
            JsonTree.ensure(answer, "metadata").put("namespace", namespace);
        }
        if (!fieldErrors.isEmpty()) {
            throw ApiException.invalid(ApiGroups.AUTHORIZATION, "", "", fieldErrors); // without the kind: so it is
        }
    }

    private static UserInfo subject(ObjectNode spec) {
        Map<String, List<String>> extra = new LinkedHashMap<>();
        spec.path("extra").properties().forEach(field -> extra.put(field.getKey(), words(field.getValue())));
        return new UserInfo(JsonTree.text(spec, "user"), JsonTree.text(spec, "uid"), words(spec.path("groups")), extra);
    }

    private static List<String> words(JsonNode list) {
        List<String> words = new ArrayList<>();
        list.forEach(word -> words.add(word.asText()));
        return words;
    }

    private static AuthorizationAttributes action(ObjectNode spec) {
        JsonNode path = spec.path("nonResourceAttributes");
        if (path.isObject()) {
            return AuthorizationAttributes.onPath(JsonTree.text(path, "verb"), JsonTree.text(path, "path"));
        }
        JsonNode requested = spec.path("resourceAttributes");
        String resource = JsonTree.text(requested, "resource");
        return AuthorizationAttributes.onResource(
                JsonTree.text(requested, "verb"),
                JsonTree.text(requested, "group"),
                JsonTree.text(requested, "version"),
                resource,
                JsonTree.text(requested, "subresource"),
                JsonTree.text(requested, "namespace"),
                JsonTree.text(requested, "name"));
    }

    ObjectNode rules(ObjectNode request, UserInfo userInfo) throws ApiException {
        String namespace = JsonTree.text(request, "spec", "namespace");
        if (namespace.isEmpty()) {
            throw ApiException.badRequest("no namespace on request");
        }
        ResolvedRules resolvedRules = rbacAuthorizer.rulesFor(userInfo, namespace);
        ObjectNode answer =
                Json.object().put("kind", "SelfSubjectRulesReview").put("apiVersion", ApiGroups.AUTHORIZATION + "/v1");
        answer.putObject("metadata");
        answer.putObject("spec");
        ObjectNode status = answer.putObject("status");
        ArrayNode resources = status.putArray("resourceRules");
        ArrayNode paths = status.putArray("nonResourceRules");
        for (PolicyRule policyRule : resolvedRules.rules()) {
            if (!policyRule.resources().isEmpty()) {
                ObjectNode rule = resources.addObject();
                put(rule, "verbs", policyRule.verbs());
                put(rule, "apiGroups", policyRule.groups());
                put(rule, "resources", policyRule.resources());
                put(rule, "resourceNames", policyRule.names());
            }
            if (!policyRule.paths().isEmpty()) {
                ObjectNode rule = paths.addObject();
                put(rule, "verbs", policyRule.verbs());
                put(rule, "nonResourceURLs", policyRule.paths());
            }
        }
        status.put("incomplete", !resolvedRules.problems().isEmpty());
        if (!resolvedRules.problems().isEmpty()) {
            status.put("evaluationError", resolvedRules.evaluationError());
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
