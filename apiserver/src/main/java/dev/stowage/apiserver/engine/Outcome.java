package dev.stowage.apiserver.engine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.store.Entry;
import java.util.List;

/// What a request comes to, when it is not refused.
public sealed interface Outcome {
    /// The HTTP status.
    int code();

    /// For the `Warning` header.
    List<String> warnings();

    /// An object of the resource, in its kept version.
    record Found(int code, Entry entry, List<String> warnings) implements Outcome {}

    /// Something of another kind, as it goes to the client.
    record Told(int code, ObjectNode object, List<String> warnings) implements Outcome {}

    /// Objects of the resource.
    record Many(int code, Listing listing, List<String> warnings) implements Outcome {}
}
