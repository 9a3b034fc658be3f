package dev.stowage.apiserver.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.validation.QuantityValidation;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Checks one limit against the requested amount.
final class LimitConstraint {
    private LimitConstraint() {}

    static void claim(JsonNode limit, JsonNode resources, List<String> violations) {
        if (!JsonTree.text(limit, "type").equals("PersistentVolumeClaim")) {
            return;
        }
        for (Map.Entry<String, JsonNode> least : limit.path("min").properties()) {
            Use use = new Use(
                    least.getKey(), "PersistentVolumeClaim", least.getValue().asText());
            least(use, resources.path("requests").path(least.getKey()), resources.path("none"), violations);
        }
        for (Map.Entry<String, JsonNode> most : limit.path("max").properties()) {
            Use use = new Use(
                    most.getKey(), "PersistentVolumeClaim", most.getValue().asText());
            JsonNode request = resources.path("requests").path(most.getKey());
            if (!JsonTree.has(request)) {
                violations.add(use.message("maximum") + ".  No request is specified");
            } else if (amount(request).compareTo(amount(most.getValue())) > 0) {
                violations.add(use.message("maximum") + ", but request is " + request.asText());
            }
        }
    }

    static void container(JsonNode limit, JsonNode resources, List<String> violations) {
        String type = JsonTree.text(limit, "type");
        for (Map.Entry<String, JsonNode> least : limit.path("min").properties()) {
            Use use = new Use(least.getKey(), type, least.getValue().asText());
            least(use, use.in(resources, "requests"), use.in(resources, "limits"), violations);
        }
        for (Map.Entry<String, JsonNode> most : limit.path("max").properties()) {
            Use use = new Use(most.getKey(), type, most.getValue().asText());
            most(use, use.in(resources, "requests"), use.in(resources, "limits"), violations);
        }
        for (Map.Entry<String, JsonNode> ratio :
                limit.path("maxLimitRequestRatio").properties()) {
            Use use = new Use(ratio.getKey(), type, ratio.getValue().asText());
            ratio(use, use.in(resources, "requests"), use.in(resources, "limits"), violations);
        }
    }

    /// @param enforced the limit as the user wrote it
    private record Use(String name, String type, String enforced) {
        String message(String bound) {
            return "%s %s usage per %s is %s".formatted(bound, name, type, enforced);
        }

        JsonNode in(JsonNode resources, String kind) {
            return resources.path(kind).path(name);
        }

        BigDecimal amount() {
            return QuantityValidation.amount(TextNode.valueOf(enforced));
        }
    }

    private static void least(Use use, JsonNode request, JsonNode limit, List<String> violations) {
        if (!JsonTree.has(request)) {
            violations.add(use.message("minimum") + ".  No request is specified");
        } else if (amount(request).compareTo(use.amount()) < 0) {
            violations.add(use.message("minimum") + ", but request is " + request.asText());
        } else if (JsonTree.has(limit) && amount(limit).compareTo(use.amount()) < 0) {
            violations.add(use.message("minimum") + ", but limit is " + limit.asText());
        }
    }

    private static void most(Use use, JsonNode request, JsonNode limit, List<String> violations) {
        if (!JsonTree.has(limit)) {
            violations.add(use.message("maximum") + ".  No limit is specified");
        } else if (amount(limit).compareTo(use.amount()) > 0) {
            violations.add(use.message("maximum") + ", but limit is " + limit.asText());
        } else if (JsonTree.has(request) && amount(request).compareTo(use.amount()) > 0) {
            violations.add(use.message("maximum") + ", but request is " + request.asText());
        }
    }

    private static void ratio(Use use, JsonNode request, JsonNode limit, List<String> violations) {
        String message = "%s max limit to request ratio per %s is %s".formatted(use.name(), use.type(), use.enforced());
        if (amount(request).signum() == 0) {
            violations.add(message + ", but no request is specified or request is 0");
        } else if (amount(limit).signum() == 0) {
            violations.add(message + ", but no limit is specified or limit is 0");
        } else {
            double ratio = amount(limit).doubleValue() / amount(request).doubleValue();
            if (ratio > use.amount().doubleValue()) {
                violations.add(message + ", but provided ratio is " + String.format(Locale.ROOT, "%f", ratio));
            }
        }
    }

    private static BigDecimal amount(JsonNode quantity) {
        return QuantityValidation.amount(quantity);
    }
}
