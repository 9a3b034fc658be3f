package dev.stowage.apiserver.registry;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.resource.FunctionColumns;

/// The columns of resources that have a pod template.
public final class PodTemplateColumns {
    private PodTemplateColumns() {}

    /// Containers and images.
    ///
    /// @param path of the template
    public static FunctionColumns wide(FunctionColumns table, String... path) {
        return table.wide("Containers", object -> containers(object, "name", path))
                .wide("Images", object -> containers(object, "image", path));
    }

    public static String containers(JsonNode object, String field, String... path) {
        return TableCells.each(JsonTree.list(JsonTree.at(object, path), "spec", "containers"), field);
    }
}
