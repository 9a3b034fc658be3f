package dev.stowage.apiserver.group;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.TableOf;

/// The columns of resources that hold a template for pods.
public final class Templates {
    private Templates() {}

    /// Containers and images.
    ///
    /// @param path of the template
    public static TableOf wide(TableOf table, String... path) {
        return table.wide("Containers", object -> containers(object, "name", path))
                .wide("Images", object -> containers(object, "image", path));
    }

    public static String containers(JsonNode object, String field, String... path) {
        return Cells.each(Tree.list(Tree.at(object, path), "spec", "containers"), field);
    }
}
