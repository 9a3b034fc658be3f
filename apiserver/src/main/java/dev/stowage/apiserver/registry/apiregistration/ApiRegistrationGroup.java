package dev.stowage.apiserver.registry.apiregistration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.registry.FieldDefaults;
import dev.stowage.apiserver.resource.FunctionColumns;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ResourceStrategy;
import dev.stowage.apiserver.resource.StatusStrategy;
import dev.stowage.apiserver.resource.TableColumns;
import dev.stowage.kubetypes.Schema;
import java.util.List;
import java.util.function.Function;

/// The group `apiregistration.k8s.io`: APIServices.
public final class ApiRegistrationGroup {
    private ApiRegistrationGroup() {}

    public static List<ResourceDescriptor> resources(Function<String, Schema> types) {
        ApiGroup apiGroup =
                new ApiGroup("apiregistration.k8s.io", "io.k8s.kube-aggregator.pkg.apis.apiregistration", types);
        return List.of(apiGroup.resource("APIService", "apiservices")
                .cluster()
                .categories("api-extensions")
                .strategy(new Services())
                .status(StatusStrategy.TAKES_METADATA)
                .columns(tableColumns())
                .done());
    }

    private static TableColumns tableColumns() {
        return FunctionColumns.name()
                .text("Service", ApiRegistrationGroup::service)
                .text("Available", ApiRegistrationGroup::available)
                .age();
    }

    private static String service(JsonNode object) {
        return JsonTree.has(object, "spec", "service")
                ? JsonTree.text(object, "spec", "service", "namespace") + "/"
                        + JsonTree.text(object, "spec", "service", "name")
                : "Local";
    }

    private static String available(JsonNode object) {
        for (JsonNode condition : JsonTree.list(object, "status", "conditions")) {
            if (JsonTree.text(condition, "type").equals("Available")) {
                String status = JsonTree.text(condition, "status");
                String reason = JsonTree.text(condition, "reason");
                return status.equals("True") || reason.isEmpty() ? status : "%s (%s)".formatted(status, reason);
            }
        }
        return "Unknown";
    }

    private static final class Services implements ResourceStrategy {
        @Override
        public void complete(ObjectNode object) {
            JsonTree.object(object, "spec", "service").ifPresent(service -> FieldDefaults.number(service, "port", 443));
        }
    }
}
