package dev.stowage.apiserver.schema;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/// A decoded object.
///
/// @param complaints about unknown and duplicate fields, such as `unknown field "spec.foo"`
public record DecodedObject(ObjectNode object, List<String> complaints) {
    public DecodedObject {
        complaints = List.copyOf(complaints);
    }
}
