package dev.stowage.apiserver.resource;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.function.Function;

/// The paths of the fields that `scale` shows.
///
/// @param wanted the path of the desired number of replicas
/// @param found the path of the number that there are
/// @param selector of the replicas, as text; empty when there is none
public record ScalePaths(List<String> wanted, List<String> found, Function<JsonNode, String> selector) {

    public ScalePaths {
        wanted = List.copyOf(wanted);
        found = List.copyOf(found);
    }

    /// The paths in built-in resources.
    public static ScalePaths standard(Function<JsonNode, String> selector) {
        return new ScalePaths(List.of("spec", "replicas"), List.of("status", "replicas"), selector);
    }
}
