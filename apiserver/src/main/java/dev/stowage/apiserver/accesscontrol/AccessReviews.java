package dev.stowage.apiserver.accesscontrol;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.authentication.UserInfo;
import dev.stowage.apiserver.authorization.AuthorizationAttributes;
import dev.stowage.apiserver.authorization.AuthorizationDecision;
import dev.stowage.apiserver.authorization.Authorizer;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.rbac.PolicyRule;
import dev.stowage.apiserver.rbac.RbacAuthorizer;
import dev.stowage.apiserver.rbac.RbacAuthorizer.ResolvedRules;
import dev.stowage.apiserver.selectors.FieldSelector;
import dev.stowage.k8s.names.ApiGroups;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Answers access reviews: what a user may do.
final class AccessReviews {

    private final Authorizer authorizer;
    private final RbacAuthorizer rbacAuthorizer;

    /// @param authorizer decides about requests
    /// @param rbacAuthorizer knows the rules of a user
    AccessReviews(Authorizer authorizer, RbacAuthorizer rbacAuthorizer) {
        this.authorizer = authorizer;
        this.rbacAuthorizer = rbacAuthorizer;
    }

    /// SubjectAccessReview, SelfSubjectAccessReview, LocalSubjectAccessReview.
    ObjectNode access(String kind, String namespace, ObjectNode request, UserInfo asking) throws ApiException {
        ObjectNode answer = request.deepCopy();
        ObjectNode spec = JsonTree.ensure(answer, "spec");
        boolean isOwn = kind.equals("SelfSubjectAccessReview");
        check(kind, namespace, answer, spec);
        UserInfo userInfo = isOwn ? asking : subject(spec);
        AuthorizationDecision authorizationDecision = authorizer.authorize(userInfo, action(spec));
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
            throw ApiException.invalid(ApiGroups.AUTHORIZATION, "", "", fieldErrors); // without kind, as in Kubernetes
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
                        JsonTree.text(requested, "name"))
                .selecting(selectedFields(requested.path("fieldSelector")));
    }

    /// The fields that must have one value.
    private static Map<String, String> selectedFields(JsonNode selector) {
        String raw = JsonTree.text(selector, "rawSelector");
        Map<String, String> fields = new LinkedHashMap<>(FieldSelector.valuesIn(raw));
        for (JsonNode requirement : JsonTree.list(selector, "requirements")) {
            List<String> values = words(JsonTree.list(requirement, "values"));
            if (JsonTree.text(requirement, "operator").equals("In") && values.size() == 1) {
                fields.put(JsonTree.text(requirement, "key"), values.getFirst());
            }
        }
        return fields;
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
        // What a node may do depends on its pods, and is not a list of rules.
        List<String> problems = new ArrayList<>();
        if (userInfo.nodeName().isPresent()) {
            problems.add("node authorizer does not support user rule resolution");
        }
        problems.addAll(resolvedRules.problems());
        status.put("incomplete", !problems.isEmpty());
        if (!problems.isEmpty()) {
            status.put("evaluationError", new ResolvedRules(List.of(), problems).evaluationError());
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
