package dev.stowage.apiserver.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ContainerNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.ApiException;
import org.jspecify.annotations.Nullable;

/// The location that a JSON patch operation names: an existing object or list, and a key that need not exist.
///
/// An index may count from the end: -1 is the last item.
record PatchLocation(ContainerNode<?> container, String key) {

    /// @throws ApiException if a parent of it is missing
    static PatchLocation find(JsonNode root, String path) throws ApiException {
        String[] steps = path.split("/", -1);
        if (steps.length < 2) {
            throw PatchErrors.cannotBeApplied();
        }
        JsonNode found = root;
        for (int i = 1; i < steps.length - 1; i++) {
            found = child(found, decoded(steps[i]));
        }
        if (found instanceof ContainerNode<?> container) {
            return new PatchLocation(container, decoded(steps[steps.length - 1]));
        }
        throw PatchErrors.cannotBeApplied();
    }

    private static @Nullable JsonNode child(@Nullable JsonNode parent, String key) throws ApiException {
        return switch (parent) {
            case ObjectNode object -> object.get(key);
            case ArrayNode list -> list.get(index(key, list.size(), list.size()));
            case null, default -> throw PatchErrors.cannotBeApplied();
        };
    }

    private static String decoded(String step) {
        return step.indexOf('~') < 0 ? step : step.replace("~1", "/").replace("~0", "~");
    }

    /// @param size of the list; a negative index counts from its end
    /// @param below the exclusive upper limit of the index
    private static int index(String key, int size, int below) throws ApiException {
        int index;
        try {
            index = Integer.parseInt(key);
        } catch (NumberFormatException _) {
            throw PatchErrors.cannotBeApplied();
        }
        int counted = index < 0 ? index + size : index;
        if (counted < 0 || counted >= below) {
            throw PatchErrors.cannotBeApplied();
        }
        return counted;
    }

    /// Null for a missing field. An item must exist.
    @Nullable
    JsonNode value() throws ApiException {
        return child(container, key);
    }

    void add(JsonNode value) throws ApiException {
        switch (container) {
            case ObjectNode object -> object.set(key, value);
            case ArrayNode list -> {
                int limit = list.size() + 1;
                list.insert(key.equals("-") ? list.size() : index(key, limit, limit), value);
            }
            default -> throw PatchErrors.cannotBeApplied();
        }
    }

    /// A missing field is created.
    void replace(JsonNode value) throws ApiException {
        switch (container) {
            case ObjectNode object -> object.set(key, value);
            case ArrayNode list -> list.set(index(key, list.size(), list.size()), value);
            default -> throw PatchErrors.cannotBeApplied();
        }
    }

    JsonNode remove() throws ApiException {
        JsonNode removed = switch (container) {
            case ObjectNode object -> object.remove(key);
            case ArrayNode list -> list.remove(index(key, list.size(), list.size()));
            default -> null;
        };
        if (removed == null) {
            throw PatchErrors.cannotBeApplied();
        }
        return removed;
    }

    static JsonNode orNull(@Nullable JsonNode value) {
        return value == null ? NullNode.instance : value;
    }
}
