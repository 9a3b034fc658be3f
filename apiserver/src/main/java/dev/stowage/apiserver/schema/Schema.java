package dev.stowage.apiserver.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// The type of a value: what fields it has, and how two writers' values of it merge.
///
/// Built-in types come from the tables of types, those of custom resources from their definitions.
public sealed interface Schema {

    /// An object with known fields.
    ///
    /// @param name of the definition, such as `io.k8s.api.core.v1.PodSpec`; empty for one without a name
    /// @param atomic has one owner as a whole
    /// @param preserving keeps fields that it does not know
    record Struct(String name, SequencedMap<String, Field> fields, boolean atomic, boolean preserving)
            implements Schema {
        public Optional<Field> field(String key) {
            return Optional.ofNullable(fields.get(key));
        }
    }

    /// A map from any key to values of one type.
    record Mapping(Schema values, boolean atomic) implements Schema {}

    /// @param keys which fields of an item tell it from others, of a list of kind MAP
    /// @param patchKey the field by which a strategic merge patch finds an item; empty when it replaces the list
    record Sequence(Schema items, ListKind kind, List<String> keys, Optional<String> patchKey, boolean patchMerges)
            implements Schema {}

    enum ListKind {
        ATOMIC,
        SET,
        MAP
    }

    record Scalar(Kind kind) implements Schema {}

    /// How a scalar looks on the wire.
    enum Kind {
        STRING,
        /// Base64 in a string.
        BYTES,
        /// RFC 3339 in seconds; null is a value.
        TIME,
        MICRO_TIME,
        INT32,
        INT64,
        NUMBER,
        BOOLEAN,
        INT_OR_STRING,
        /// A number or string, such as 1.5 or "10Gi", kept as a string in its shortest form.
        QUANTITY
    }

    /// Any JSON at all, kept as it is. It has one owner as a whole.
    record Anything() implements Schema {}

    /// @param required must be there
    /// @param preset what it is when it is absent
    /// @param retainKeys a strategic merge patch of it may name the keys to keep
    record Field(Schema type, boolean required, Optional<JsonNode> preset, boolean retainKeys) {}
}
