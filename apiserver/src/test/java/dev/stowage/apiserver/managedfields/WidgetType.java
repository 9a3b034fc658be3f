package dev.stowage.apiserver.managedfields;

import dev.stowage.kubetypes.BuiltInTypes;
import dev.stowage.kubetypes.Schema;
import dev.stowage.kubetypes.Schema.Field;
import dev.stowage.kubetypes.Schema.Kind;
import dev.stowage.kubetypes.Schema.ListKind;
import dev.stowage.kubetypes.Schema.Mapping;
import dev.stowage.kubetypes.Schema.Scalar;
import dev.stowage.kubetypes.Schema.Sequence;
import dev.stowage.kubetypes.Schema.Struct;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/// The custom resource of the recorded requests, with one field for each merge rule.
final class WidgetType {
    private static final Schema TEXT = new Scalar(Kind.STRING);

    private WidgetType() {}

    static Struct type() {
        Schema item = struct(Map.of("k", TEXT, "v", TEXT, "o", struct(Map.of("p", TEXT), false)), false);
        Schema spec = struct(
                Map.ofEntries(
                        Map.entry("a", TEXT),
                        Map.entry("n", new Scalar(Kind.INT64)),
                        Map.entry("m", new Mapping(TEXT, false)),
                        Map.entry("mm", new Mapping(struct(Map.of("x", TEXT, "y", TEXT), false), false)),
                        Map.entry("l", list(TEXT, ListKind.ATOMIC)),
                        Map.entry("s", list(TEXT, ListKind.SET)),
                        Map.entry("lm", list(item, ListKind.MAP, "k")),
                        Map.entry("at", struct(Map.of("x", TEXT, "y", TEXT), true)),
                        Map.entry("free", new Struct("", new LinkedHashMap<>(), false, true)),
                        Map.entry("nu", TEXT),
                        Map.entry("obj", struct(Map.of("p", TEXT, "q", TEXT), false))),
                false);
        return struct(
                Map.of(
                        "apiVersion", TEXT,
                        "kind", TEXT,
                        "metadata", BuiltInTypes.of("io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"),
                        "spec", spec,
                        "status", struct(Map.of("phase", TEXT), false)),
                false);
    }

    private static Sequence list(Schema items, ListKind kind, String... keys) {
        return new Sequence(items, kind, List.of(keys), Optional.empty(), false);
    }

    private static Struct struct(Map<String, Schema> types, boolean atomic) {
        SequencedMap<String, Field> fields = new LinkedHashMap<>();
        types.forEach((key, type) -> {
            boolean nullable = key.equals("nu");
            fields.put(key, new Field(type, false, Optional.empty(), false, false, nullable, Schema.EmptyValue.KEPT));
        });
        return new Struct("", fields, atomic, false);
    }
}
