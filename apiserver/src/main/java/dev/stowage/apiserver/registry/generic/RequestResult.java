package dev.stowage.apiserver.registry.generic;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.storage.StoredObject;
import java.util.List;

/// What a request comes to, when it is not refused.
public sealed interface RequestResult {
    /// The HTTP status.
    int code();

    /// For the `Warning` header.
    List<String> warnings();

    /// An object of the resource, in its kept version.
    record Stored(int code, StoredObject storedObject, List<String> warnings) implements RequestResult {}

    /// Something of another kind, as it goes to the client.
    record Computed(int code, ObjectNode object, List<String> warnings) implements RequestResult {}

    /// Objects of the resource.
    record Listed(int code, ObjectList objectList, List<String> warnings) implements RequestResult {}
}
