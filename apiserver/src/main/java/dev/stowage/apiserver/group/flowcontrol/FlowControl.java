package dev.stowage.apiserver.group.flowcontrol;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.group.Cells;
import dev.stowage.apiserver.group.Defaults;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.StatusRule;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.TableOf;
import dev.stowage.apiserver.schema.Schema;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// Priorities of requests.
public final class FlowControl {
    private FlowControl() {}

    public static List<Resource> resources(Function<String, Schema> types) {
        Group group = new Group("flowcontrol.apiserver.k8s.io", "io.k8s.api.flowcontrol", types);
        return List.of(flowSchemas(group), priorityLevels(group));
    }

    private static Resource flowSchemas(Group group) {
        return group.resource("FlowSchema", "flowschemas")
                .cluster()
                .strategy(new Schemas())
                .status(StatusRule.KEEPS_METADATA)
                .generation()
                .columns(TableOf.name()
                        .text(
                                "PriorityLevel",
                                object -> Tree.text(object, "spec", "priorityLevelConfiguration", "name"))
                        .text("MatchingPrecedence", object -> Cells.number(object, "spec", "matchingPrecedence"))
                        .text(
                                "DistinguisherMethod",
                                object -> Cells.textOr("<none>", object, "spec", "distinguisherMethod", "type"))
                        .age()
                        .text("MissingPL", FlowControl::missing))
                .done();
    }

    private static String missing(JsonNode object) {
        for (JsonNode condition : Tree.list(object, "status", "conditions")) {
            if (Tree.text(condition, "type").equals("Dangling")) {
                return Tree.text(condition, "status");
            }
        }
        return "?";
    }

    private static Resource priorityLevels(Group group) {
        return group.resource("PriorityLevelConfiguration", "prioritylevelconfigurations")
                .cluster()
                .strategy(new Levels())
                .status(StatusRule.KEEPS_METADATA)
                .generation()
                .columns(TableOf.name()
                        .text("Type", object -> Tree.text(object, "spec", "type"))
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
        return Tree.has(object, path) ? (Object) Cells.number(object, path) : "<none>";
    }

    private static final class Schemas implements Strategy {
        @Override
        public void complete(ObjectNode object) {
            ObjectNode spec = Tree.ensure(object, "spec");
            if (Cells.number(spec, "matchingPrecedence") == 0) {
                spec.put("matchingPrecedence", 1000);
            }
        }
    }

    private static final class Levels implements Strategy {
        @Override
        public void complete(ObjectNode object) {
            Tree.object(object, "spec", "exempt").ifPresent(exempt -> shares(exempt, 0));
            Tree.object(object, "spec", "limited").ifPresent(limited -> {
                shares(limited, 30);
                Tree.object(limited, "limitResponse", "queuing").ifPresent(Levels::queues);
            });
        }

        private static void shares(ObjectNode level, int most) {
            Defaults.number(level, "nominalConcurrencyShares", most);
            Defaults.number(level, "lendablePercent", 0);
        }

        private static void queues(ObjectNode queuing) {
            Map.of("handSize", 8, "queues", 64, "queueLengthLimit", 50).forEach((field, value) -> {
                if (Cells.number(queuing, field) == 0) {
                    queuing.put(field, value);
                }
            });
        }
    }
}
