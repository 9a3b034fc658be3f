package dev.stowage.apiserver.resourcemetrics;

import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.resource.FunctionColumns;
import dev.stowage.apiserver.resource.ResourceBuilder;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.Verb;
import dev.stowage.kubetypes.BuiltInTypes;
import dev.stowage.kubetypes.Schema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// The group `metrics.k8s.io`, which metrics-server serves in other clusters.
public final class MetricsGroup {
    static final String GROUP = "metrics.k8s.io";
    static final String NODES = "nodes." + GROUP;
    static final String PODS = "pods." + GROUP;

    private MetricsGroup() {}

    public static List<ResourceDescriptor> resources() {
        return List.of(
                ResourceBuilder.resource(GROUP, "NodeMetrics", "nodes", _ -> nodeMetrics())
                        .versions("v1beta1")
                        .singular("")
                        .cluster()
                        .only(Verb.GET, Verb.LIST)
                        .columns(FunctionColumns.name()
                                .text("cpu", object -> JsonTree.text(object, "usage", "cpu"))
                                .text("memory", object -> JsonTree.text(object, "usage", "memory"))
                                .text("window", object -> JsonTree.text(object, "window")))
                        .done(),
                ResourceBuilder.resource(GROUP, "PodMetrics", "pods", _ -> podMetrics())
                        .versions("v1beta1")
                        .singular("")
                        .only(Verb.GET, Verb.LIST)
                        .columns(FunctionColumns.name().text("window", object -> JsonTree.text(object, "window")))
                        .done());
    }

    private static Schema nodeMetrics() {
        SequencedMap<String, Schema.Field> fields = common();
        fields.put("usage", field(usage()));
        return new Schema.Struct("", fields, false, false);
    }

    private static Schema podMetrics() {
        SequencedMap<String, Schema.Field> container = new LinkedHashMap<>();
        container.put("name", field(new Schema.Scalar(Schema.Kind.STRING)));
        container.put("usage", field(usage()));
        SequencedMap<String, Schema.Field> fields = common();
        fields.put(
                "containers",
                field(new Schema.Sequence(
                        new Schema.Struct("", container, false, false),
                        Schema.ListKind.ATOMIC,
                        List.of(),
                        Optional.empty(),
                        false)));
        return new Schema.Struct("", fields, false, false);
    }

    private static SequencedMap<String, Schema.Field> common() {
        SequencedMap<String, Schema.Field> fields = new LinkedHashMap<>();
        fields.put("kind", field(new Schema.Scalar(Schema.Kind.STRING)));
        fields.put("apiVersion", field(new Schema.Scalar(Schema.Kind.STRING)));
        fields.put("metadata", field(BuiltInTypes.of("io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta")));
        fields.put("timestamp", field(new Schema.Scalar(Schema.Kind.TIME)));
        fields.put("window", field(new Schema.Scalar(Schema.Kind.STRING)));
        return fields;
    }

    private static Schema usage() {
        return new Schema.Mapping(new Schema.Scalar(Schema.Kind.QUANTITY), false);
    }

    private static Schema.Field field(Schema type) {
        return new Schema.Field(type, false, Optional.empty(), false);
    }
}
