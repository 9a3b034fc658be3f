package dev.stowage.apiserver.registry.generic;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.storage.StoredObject;
import java.util.List;

/// The result of a successful request.
public sealed interface RequestResult {
    /// The HTTP status.
    int code();

    /// For the `Warning` header.
    List<String> warnings();

    /// An object of the resource, in its storage version.
    record Stored(int code, StoredObject storedObject, List<String> warnings) implements RequestResult {}

    /// An object of another kind, as it is sent to the client.
    record Computed(int code, ObjectNode object, List<String> warnings) implements RequestResult {}

    /// Objects of the resource.
    record Listed(int code, ObjectList objectList, List<String> warnings) implements RequestResult {}
}
