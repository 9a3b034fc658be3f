package dev.stowage.kubetypes;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Supplier;

/// The type of a value: its fields, and how the values of two writers merge.
///
/// Built-in types come from type tables, those of custom resources from their definitions. A type may contain
/// itself, and only through a struct; code that walks types compares structs by identity to detect the cycle.
public sealed interface Schema {

    /// An object with known fields, which are loaded on first access.
    final class Struct implements Schema {
        private final String name;
        private final Supplier<SequencedMap<String, Field>> fields;
        private final boolean atomic;
        private final boolean preserving;

        /// @param name of the definition, such as `io.k8s.api.core.v1.PodSpec`; empty for one without a name
        /// @param atomic has one owner as a whole
        /// @param preserving keeps fields that it does not know
        public Struct(String name, SequencedMap<String, Field> fields, boolean atomic, boolean preserving) {
            this(name, () -> fields, atomic, preserving);
        }

        /// @param fields called on each access; the supplier does the caching
        Struct(String name, Supplier<SequencedMap<String, Field>> fields, boolean atomic, boolean preserving) {
            this.name = name;
            this.fields = fields;
            this.atomic = atomic;
            this.preserving = preserving;
        }

        public String name() {
            return name;
        }

        /// In their order.
        public SequencedMap<String, Field> fields() {
            return fields.get();
        }

        public boolean atomic() {
            return atomic;
        }

        public boolean preserving() {
            return preserving;
        }

        public Optional<Field> field(String key) {
            return Optional.ofNullable(fields().get(key));
        }

        /// The same fields, owned as a whole or field by field.
        Struct atomic(boolean whole) {
            return whole == atomic ? this : new Struct(name, fields, whole, preserving);
        }

        @Override
        public String toString() {
            return "Struct[" + name + "]";
        }
    }

    /// A map from any key to values of one type.
    record Mapping(Schema values, boolean atomic) implements Schema {}

    /// @param keys the fields that identify an item of a list of kind MAP
    /// @param patchKey the field by which a strategic merge patch finds an item; empty when it replaces the list
    ///     or when its items are scalars
    record Sequence(Schema items, ListKind kind, List<String> keys, Optional<String> patchKey, boolean patchMerges)
            implements Schema {}

    enum ListKind {
        ATOMIC,
        SET,
        MAP
    }

    /// @param type its name in messages about invalid values, such as `v1.PersistentVolumeMode`
    /// @param choices the allowed values; empty when any value is allowed
    record Scalar(Kind kind, String type, List<String> choices) implements Schema {
        public Scalar(Kind kind) {
            this(kind, kind.type(), List.of());
        }
    }

    /// The format of a scalar in requests and responses.
    enum Kind {
        STRING("string"),
        /// Base64 in a string.
        BYTES("[]uint8"),
        /// RFC 3339 in seconds; null is a value.
        TIME("v1.Time"),
        MICRO_TIME("v1.MicroTime"),
        INT32("int32"),
        INT64("int64"),
        NUMBER("float64"),
        BOOLEAN("bool"),
        INT_OR_STRING("intstr.IntOrString"),
        /// A number or string, such as 1.5 or "10Gi", kept as a string in its shortest form.
        QUANTITY("resource.Quantity");

        private final String type;

        Kind(String type) {
            this.type = type;
        }

        String type() {
            return type;
        }
    }

    /// Arbitrary JSON, stored unchanged. It has one owner as a whole.
    ///
    /// @param name of the definition, such as `io.k8s.apimachinery.pkg.runtime.RawExtension`; empty without one
    record AnyJson(String name) implements Schema {
        public AnyJson() {
            this("");
        }
    }

    /// How an empty value is stored: `""`, 0, false, an empty list, map or object.
    enum EmptyValue {
        /// It is not the same as no value, and is kept.
        KEPT,
        /// It is not the same as no value, and is kept; for no value, null is written.
        KEPT_OR_NULL,
        /// It is the same as no value, and is not written.
        DROPPED,
        /// It is the same as no value, and is always written; null for a list or map.
        WRITTEN
    }

    /// @param required whether the field must be set
    /// @param preset its default value
    /// @param retainKeys a strategic merge patch of it may name the keys to keep
    /// @param replaced a strategic merge patch replaces the old value with the new one
    /// @param nullable whether null is a valid value
    record Field(
            Schema type,
            boolean required,
            Optional<JsonNode> preset,
            boolean retainKeys,
            boolean replaced,
            boolean nullable,
            EmptyValue emptyValue) {

        public Field(Schema type, boolean required, Optional<JsonNode> preset, boolean retainKeys) {
            this(type, required, preset, retainKeys, false, false, EmptyValue.KEPT);
        }

        /// Whether an empty value differs in meaning from no value.
        public boolean tellsEmptyFromNone() {
            return emptyValue == EmptyValue.KEPT || emptyValue == EmptyValue.KEPT_OR_NULL;
        }
    }
}
