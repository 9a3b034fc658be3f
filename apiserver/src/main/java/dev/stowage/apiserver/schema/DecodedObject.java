package dev.stowage.apiserver.schema;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/// An object in the form of its type.
///
/// @param complaints about fields that are unknown or there twice, such as `unknown field "spec.foo"`
public record DecodedObject(ObjectNode object, List<String> complaints) {
    public DecodedObject {
        complaints = List.copyOf(complaints);
    }
}
