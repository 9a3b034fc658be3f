package dev.stowage.apiserver.registry.flowcontrol;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.registry.FieldDefaults;
import dev.stowage.apiserver.registry.TableCells;
import dev.stowage.apiserver.resource.FunctionColumns;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ResourceStrategy;
import dev.stowage.apiserver.resource.StatusStrategy;
import dev.stowage.kubetypes.Schema;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// The group `flowcontrol.apiserver.k8s.io`.
public final class FlowControlGroup {
    private FlowControlGroup() {}

    public static List<ResourceDescriptor> resources(Function<String, Schema> types) {
        ApiGroup apiGroup = new ApiGroup("flowcontrol.apiserver.k8s.io", "io.k8s.api.flowcontrol", types);
        return List.of(flowSchemas(apiGroup), priorityLevels(apiGroup));
    }

    private static ResourceDescriptor flowSchemas(ApiGroup apiGroup) {
        return apiGroup.resource("FlowSchema", "flowschemas")
                .cluster()
                .strategy(new Schemas())
                .status(StatusStrategy.KEEPS_METADATA)
                .generation()
                .columns(FunctionColumns.name()
                        .text(
                                "PriorityLevel",
                                object -> JsonTree.text(object, "spec", "priorityLevelConfiguration", "name"))
                        .text("MatchingPrecedence", object -> TableCells.number(object, "spec", "matchingPrecedence"))
                        .text(
                                "DistinguisherMethod",
                                object -> TableCells.textOr("<none>", object, "spec", "distinguisherMethod", "type"))
                        .age()
                        .text("MissingPL", FlowControlGroup::missing))
                .done();
    }

    private static String missing(JsonNode object) {
        for (JsonNode condition : JsonTree.list(object, "status", "conditions")) {
            if (JsonTree.text(condition, "type").equals("Dangling")) {
                return JsonTree.text(condition, "status");
            }
        }
        return "?";
    }

    private static ResourceDescriptor priorityLevels(ApiGroup apiGroup) {
        return apiGroup.resource("PriorityLevelConfiguration", "prioritylevelconfigurations")
                .cluster()
                .strategy(new Levels())
                .status(StatusStrategy.KEEPS_METADATA)
                .generation()
                .columns(FunctionColumns.name()
                        .text("Type", object -> JsonTree.text(object, "spec", "type"))
                        .text(
                                "NominalConcurrencyShares",
                                object -> numberOrNone(object, "spec", "limited", "nominalConcurrencyShares"))
                        .text("Queues", object -> queuing(object, "queues"))
                        .text("HandSize", object -> queuing(object, "handSize"))
                        .text("QueueLengthLimit", object -> queuing(object, "queueLengthLimit"))
                        .age())
                .done();
    }

    private static Object queuing(JsonNode object, String field) {
        return numberOrNone(object, "spec", "limited", "limitResponse", "queuing", field);
    }

    private static Object numberOrNone(JsonNode object, String... path) {
        return JsonTree.has(object, path) ? (Object) TableCells.number(object, path) : "<none>";
    }

    private static final class Schemas implements ResourceStrategy {
        @Override
        public void complete(ObjectNode object) {
            ObjectNode spec = JsonTree.ensure(object, "spec");
            if (TableCells.number(spec, "matchingPrecedence") == 0) {
                spec.put("matchingPrecedence", 1000);
            }
        }
    }

    private static final class Levels implements ResourceStrategy {
        @Override
        public void complete(ObjectNode object) {
            JsonTree.object(object, "spec", "exempt").ifPresent(exempt -> shares(exempt, 0));
            JsonTree.object(object, "spec", "limited").ifPresent(limited -> {
                shares(limited, 30);
                JsonTree.object(limited, "limitResponse", "queuing").ifPresent(Levels::queues);
            });
        }

        private static void shares(ObjectNode level, int most) {
            FieldDefaults.number(level, "nominalConcurrencyShares", most);
            FieldDefaults.number(level, "lendablePercent", 0);
        }

        private static void queues(ObjectNode queuing) {
            Map.of("handSize", 8, "queues", 64, "queueLengthLimit", 50).forEach((field, value) -> {
                if (TableCells.number(queuing, field) == 0) {
                    queuing.put(field, value);
                }
            });
        }
    }
}
