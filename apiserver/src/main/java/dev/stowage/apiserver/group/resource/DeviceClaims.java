package dev.stowage.apiserver.group.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.group.Cells;
import dev.stowage.apiserver.group.Defaults;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.Surroundings;
import dev.stowage.apiserver.validation.Immutable;

/// Claims of devices, and templates of such.
final class DeviceClaims implements Strategy {
    private final String[] path;

    /// @param path of the spec of the claim
    DeviceClaims(String... path) {
        this.path = path.clone();
    }

    @Override
    public void complete(ObjectNode object) {
        for (JsonNode request : Tree.list(Tree.at(object, path), "devices", "requests")) {
            Tree.object(request, "exactly").ifPresent(DeviceClaims::count);
            for (JsonNode choice : Tree.list(request, "firstAvailable")) {
                if (choice instanceof ObjectNode one) {
                    count(one);
                }
            }
        }
    }

    private static void count(ObjectNode request) {
        Defaults.text(request, "allocationMode", "ExactCount");
        if (Tree.text(request, "allocationMode").equals("ExactCount") && Cells.number(request, "count") == 0) {
            request.put("count", 1);
        }
    }

    @Override
    public void creating(ObjectNode object, Surroundings around) {
        if (path.length == 1) {
            object.putObject("status");
        }
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, Problems problems) {
        Immutable.validate(object, old, "spec", "", problems);
    }
}
