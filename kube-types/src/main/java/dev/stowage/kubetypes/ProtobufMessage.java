package dev.stowage.kubetypes;

import dev.stowage.kubetypes.Schema.Struct;
import java.util.Map;

/// The protobuf message of a type.
///
/// @param fields by their numbers
/// @param union whether its JSON is the value of the last field that is set, and not an object
public record ProtobufMessage(Map<Integer, Field> fields, boolean union) {
    public ProtobufMessage {
        fields = Map.copyOf(fields);
    }

    /// @param name in JSON; empty for an inlined field, whose own fields belong to the message itself
    /// @param wrapped whether a list is a separate message, with the items in its first field
    /// @param dropsEmpty whether an empty value is the same as none
    public record Field(String name, Schema type, boolean wrapped, boolean dropsEmpty) {

        static Field inlined(Struct type) {
            return new Field("", type, false, false);
        }

        static Field of(String name, Schema.Field field, boolean wrapped) {
            return new Field(name, field.type(), wrapped, !field.tellsEmptyFromNone());
        }

        public boolean isInlined() {
            return name.isEmpty();
        }
    }
}
