package dev.stowage.apiserver.schema;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.kubetypes.BuiltInTypes;
import dev.stowage.kubetypes.GroupVersionKind;
import dev.stowage.kubetypes.Schema.Struct;

/// Kinds that have fields of most types.
enum SampleKind {
    POD("", "Pod", "io.k8s.api.core.v1.Pod"),
    SECRET("", "Secret", "io.k8s.api.core.v1.Secret"),
    DEFINITION(
            "apiextensions.k8s.io",
            "CustomResourceDefinition",
            "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition");

    @SuppressWarnings("ImmutableEnumChecker") // records
    private final GroupVersionKind kind;

    @SuppressWarnings("ImmutableEnumChecker") // it does not change
    private final Struct type;

    SampleKind(String group, String kind, String type) {
        this.kind = new GroupVersionKind(group, "v1", kind);
        this.type = BuiltInTypes.of(type);
    }

    ObjectNode decode(byte[] body, boolean yaml) throws ApiException {
        ObjectNode object =
                ObjectDecoder.body(body, yaml, kind, type, FieldValidation.WARN).object();
        SchemaDefaulting.fill(object, type);
        return object;
    }
}
