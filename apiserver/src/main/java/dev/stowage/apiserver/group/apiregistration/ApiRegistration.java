package dev.stowage.apiserver.group.apiregistration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.group.Defaults;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Columns;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.StatusRule;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.TableOf;
import dev.stowage.apiserver.schema.Schema;
import java.util.List;
import java.util.function.Function;

/// Which server serves which group.
public final class ApiRegistration {
    private ApiRegistration() {}

    public static List<Resource> resources(Function<String, Schema> types) {
        Group group = new Group("apiregistration.k8s.io", "io.k8s.kube-aggregator.pkg.apis.apiregistration", types);
        return List.of(group.resource("APIService", "apiservices")
                .cluster()
                .categories("api-extensions")
                .strategy(new Services())
                .status(StatusRule.TAKES_METADATA)
                .columns(columns())
                .done());
    }

    private static Columns columns() {
        return TableOf.name()
                .text("Service", ApiRegistration::service)
                .text("Available", ApiRegistration::available)
                .age();
    }

    private static String service(JsonNode object) {
        return Tree.has(object, "spec", "service")
                ? Tree.text(object, "spec", "service", "namespace") + "/" + Tree.text(object, "spec", "service", "name")
                : "Local";
    }

    private static String available(JsonNode object) {
        for (JsonNode condition : Tree.list(object, "status", "conditions")) {
            if (Tree.text(condition, "type").equals("Available")) {
                String status = Tree.text(condition, "status");
                String reason = Tree.text(condition, "reason");
                return status.equals("True") || reason.isEmpty() ? status : "%s (%s)".formatted(status, reason);
            }
        }
        return "Unknown";
    }

    private static final class Services implements Strategy {
        @Override
        public void complete(ObjectNode object) {
            Tree.object(object, "spec", "service").ifPresent(service -> Defaults.number(service, "port", 443));
        }
    }
}
