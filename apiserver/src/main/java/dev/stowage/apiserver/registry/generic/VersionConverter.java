package dev.stowage.apiserver.registry.generic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.resource.ResourceDescriptor;

/// Converts an object between its storage version and the versions of clients.
public final class VersionConverter {
    private VersionConverter() {}

    /// Whether clients of that version get the stored bytes unchanged.
    public static boolean isKept(ResourceDescriptor resourceDescriptor, String version) {
        return version.equals(resourceDescriptor.storage())
                && resourceDescriptor.conversion().isIdentity(version)
                && resourceDescriptor.kept().apiVersion().equals(resourceDescriptor.apiVersion(version));
    }

    public static byte[] bytes(ResourceDescriptor resourceDescriptor, String version, byte[] kept) {
        return isKept(resourceDescriptor, version) ? kept : Json.write(tree(resourceDescriptor, version, kept));
    }

    public static ObjectNode tree(ResourceDescriptor resourceDescriptor, String version, byte[] kept) {
        ObjectNode object = Json.stored(kept);
        if (!isKept(resourceDescriptor, version)) {
            resourceDescriptor.conversion().fromStorage(object, version);
            object.put("apiVersion", resourceDescriptor.apiVersion(version));
            object.put("kind", resourceDescriptor.names().kind());
        }
        return object;
    }

    static ObjectNode toKept(ResourceDescriptor resourceDescriptor, String version, ObjectNode object) {
        object.put("kind", resourceDescriptor.names().kind());
        object.put("apiVersion", resourceDescriptor.kept().apiVersion());
        if (!isKept(resourceDescriptor, version)) {
            resourceDescriptor.conversion().toStorage(object, version);
            object.put("apiVersion", resourceDescriptor.kept().apiVersion());
        }
        return ordered(object);
    }

    /// Kind and version first, then the metadata: this is easy to read, and lists can omit them.
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
