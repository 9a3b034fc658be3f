package dev.stowage.apiserver.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.resource.Resource;

/// The same object as it is kept and as clients of each version know it.
public final class Forms {
    private Forms() {}

    /// Whether clients of that version get the bytes as they are kept.
    public static boolean isKept(Resource resource, String version) {
        return version.equals(resource.storage())
                && resource.conversion().isIdentity(version)
                && resource.kept().apiVersion().equals(resource.apiVersion(version));
    }

    public static byte[] bytes(Resource resource, String version, byte[] kept) {
        return isKept(resource, version) ? kept : Json.write(tree(resource, version, kept));
    }

    public static ObjectNode tree(Resource resource, String version, byte[] kept) {
        ObjectNode object = Json.stored(kept);
        if (!isKept(resource, version)) {
            resource.conversion().fromStorage(object, version);
            object.put("apiVersion", resource.apiVersion(version));
            object.put("kind", resource.names().kind());
        }
        return object;
    }

    static ObjectNode toKept(Resource resource, String version, ObjectNode object) {
        object.put("kind", resource.names().kind());
        object.put("apiVersion", resource.kept().apiVersion());
        if (!isKept(resource, version)) {
            resource.conversion().toStorage(object, version);
            object.put("apiVersion", resource.kept().apiVersion());
        }
        return ordered(object);
    }

    /// Kind and version first, then the metadata: so people find what they look for, and lists can leave them out.
    private static ObjectNode ordered(ObjectNode object) {
        ObjectNode ordered = Json.object();
        for (String first : new String[] {"kind", "apiVersion", "metadata"}) {
            JsonNode value = object.get(first);
            if (value != null) {
                ordered.set(first, value);
            }
        }
        object.properties().forEach(field -> ordered.set(field.getKey(), field.getValue()));
        return ordered;
    }
}
