package dev.stowage.apiserver.registry.admissionregistration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.FieldDefaults;

/// The defaults of webhooks and policies.
final class WebhookDefaults {
    private WebhookDefaults() {}

    static void webhooks(ObjectNode object, boolean mutating) {
        for (JsonNode each : JsonTree.list(object, "webhooks")) {
            if (each instanceof ObjectNode webhook) {
                FieldDefaults.text(webhook, "failurePolicy", "Fail");
                FieldDefaults.number(webhook, "timeoutSeconds", 10);
                if (mutating) {
                    FieldDefaults.text(webhook, "reinvocationPolicy", "Never");
                }
                JsonTree.object(webhook, "clientConfig", "service")
                        .ifPresent(service -> FieldDefaults.number(service, "port", 443));
                matching(webhook);
                scopes(webhook, "rules");
            }
        }
    }

    static void policy(ObjectNode object) {
        ObjectNode spec = JsonTree.ensure(object, "spec");
        FieldDefaults.text(spec, "failurePolicy", "Fail");
        JsonTree.object(spec, "matchConstraints").ifPresent(WebhookDefaults::constraints);
    }

    static void binding(ObjectNode object) {
        JsonTree.object(object, "spec", "matchResources").ifPresent(WebhookDefaults::constraints);
    }

    private static void constraints(ObjectNode constraints) {
        matching(constraints);
        scopes(constraints, "resourceRules");
        scopes(constraints, "excludeResourceRules");
    }

    private static void matching(ObjectNode node) {
        FieldDefaults.text(node, "matchPolicy", "Equivalent");
        JsonTree.ensure(node, "namespaceSelector");
        JsonTree.ensure(node, "objectSelector");
    }

    private static void scopes(ObjectNode node, String rules) {
        for (JsonNode rule : JsonTree.list(node, rules)) {
            if (rule instanceof ObjectNode one) {
                FieldDefaults.text(one, "scope", "*");
            }
        }
    }
}
