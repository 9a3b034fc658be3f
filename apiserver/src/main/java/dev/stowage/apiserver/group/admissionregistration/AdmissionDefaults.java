package dev.stowage.apiserver.group.admissionregistration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.group.Defaults;
import dev.stowage.apiserver.json.Tree;

/// What webhooks and policies have when nobody said otherwise.
final class AdmissionDefaults {
    private AdmissionDefaults() {}

    static void webhooks(ObjectNode object, boolean mutating) {
        for (JsonNode each : Tree.list(object, "webhooks")) {
            if (each instanceof ObjectNode webhook) {
                Defaults.text(webhook, "failurePolicy", "Fail");
                Defaults.number(webhook, "timeoutSeconds", 10);
                if (mutating) {
                    Defaults.text(webhook, "reinvocationPolicy", "Never");
                }
                Tree.object(webhook, "clientConfig", "service")
                        .ifPresent(service -> Defaults.number(service, "port", 443));
                matching(webhook);
                scopes(webhook, "rules");
            }
        }
    }

    static void policy(ObjectNode object) {
        ObjectNode spec = Tree.ensure(object, "spec");
        Defaults.text(spec, "failurePolicy", "Fail");
        Tree.object(spec, "matchConstraints").ifPresent(AdmissionDefaults::constraints);
    }

    static void binding(ObjectNode object) {
        Tree.object(object, "spec", "matchResources").ifPresent(AdmissionDefaults::constraints);
    }

    private static void constraints(ObjectNode constraints) {
        matching(constraints);
        scopes(constraints, "resourceRules");
        scopes(constraints, "excludeResourceRules");
    }

    private static void matching(ObjectNode node) {
        Defaults.text(node, "matchPolicy", "Equivalent");
        Tree.ensure(node, "namespaceSelector");
        Tree.ensure(node, "objectSelector");
    }

    private static void scopes(ObjectNode node, String rules) {
        for (JsonNode rule : Tree.list(node, rules)) {
            if (rule instanceof ObjectNode one) {
                Defaults.text(one, "scope", "*");
            }
        }
    }
}
