package dev.stowage.apiserver.group.storage;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.group.core.PersistentVolumeSpecs;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.TableOf;
import dev.stowage.apiserver.validation.Immutable;
import dev.stowage.apiserver.validation.Names;
import dev.stowage.apiserver.validation.Shape;
import dev.stowage.apiserver.validation.Shown;
import java.util.HashSet;
import java.util.Set;

final class CsiNodes implements Strategy {
    private static final int ID_LENGTH = 256;

    /// Without the number of volumes, which may change.
    private static final Shape DRIVER =
            Shape.of("Name=name", "NodeID=nodeID", "TopologyKeys=topologyKeys?", "Allocatable=?");

    static Resource resource(Group group) {
        return group.resource("CSINode", "csinodes")
                .cluster()
                .strategy(new CsiNodes())
                .columns(TableOf.name()
                        .number("Drivers", object ->
                                (long) Tree.list(object, "spec", "drivers").size())
                        .age())
                .done();
    }

    @Override
    public boolean updatesUnconditionally() {
        return false;
    }

    @Override
    public void validate(ObjectNode object, Problems problems) {
        Set<String> names = new HashSet<>();
        int i = 0;
        for (JsonNode driver : Tree.list(object, "spec", "drivers")) {
            driver(driver, names, "spec.drivers[" + i++ + "]", problems);
        }
    }

    private static void driver(JsonNode driver, Set<String> names, String field, Problems problems) {
        String name = Tree.text(driver, "name");
        PersistentVolumeSpecs.driver(name, field + ".name", problems);
        String id = Tree.text(driver, "nodeID");
        if (id.isEmpty()) {
            problems.required(field + ".nodeID", "");
        }
        if (Parameters.bytes(id) > ID_LENGTH) {
            problems.invalid(field + ".nodeID", quoted(id), "must be 256 characters or less");
        }
        long count = Tree.number(driver, "allocatable", "count").orElse(0);
        if (count < 0) {
            problems.invalid(field + ".allocatable.count", Long.toString(count), "must be greater than or equal to 0");
        }
        if (!names.add(name)) {
            problems.duplicate(field + ".name", quoted(name));
        }
        Set<String> keys = new HashSet<>();
        for (JsonNode each : Tree.list(driver, "topologyKeys")) {
            String key = each.asText();
            if (key.isEmpty()) {
                problems.required(field, "");
            }
            if (!keys.add(key)) {
                problems.duplicate(field, quoted(key));
            }
            Names.qualified(key).forEach(mistake -> problems.invalid(field, quoted(key), mistake));
        }
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, Problems problems) {
        validate(object, problems);
        for (JsonNode before : Tree.list(old, "spec", "drivers")) {
            for (JsonNode driver : Tree.list(object, "spec", "drivers")) {
                JsonNode now = DRIVER.show(driver);
                boolean sameName = Tree.text(driver, "name").equals(Tree.text(before, "name"));
                if (sameName && !now.equals(DRIVER.show(before))) {
                    Immutable.refuse("spec.drivers", Shown.value(now), problems);
                }
            }
        }
    }
}
