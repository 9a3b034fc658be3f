package dev.stowage.kube.object;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;

/// A StorageClass.
public record StorageClass(
        Meta meta,
        String provisioner,
        Map<String, String> parameters,
        String reclaimPolicy,
        List<String> mountOptions,
        boolean expandable,
        boolean waitsForConsumer,
        List<List<LabelSelector.Requirement>> allowedTopologies)
        implements KubeObject {

    public static StorageClass read(JsonNode object) {
        return new StorageClass(
                Meta.read(object),
                Fields.shared(object, "provisioner"),
                Fields.map(object.path("parameters")),
                Fields.share(object.path("reclaimPolicy").asText("Delete")),
                Fields.texts(object.path("mountOptions")),
                object.path("allowVolumeExpansion").asBoolean(),
                object.path("volumeBindingMode").asText("").equals("WaitForFirstConsumer"),
                Fields.list(
                        object.path("allowedTopologies"),
                        term -> Fields.list(
                                term.path("matchLabelExpressions"),
                                label -> new LabelSelector.Requirement(
                                        Fields.shared(label, "key"), "In", Fields.texts(label.path("values"))))));
    }

    /// Whether claims that name no class get this one.
    public boolean isDefault() {
        return meta.annotation("storageclass.kubernetes.io/is-default-class").equals("true")
                || meta.annotation("storageclass.beta.kubernetes.io/is-default-class")
                        .equals("true");
    }
}
