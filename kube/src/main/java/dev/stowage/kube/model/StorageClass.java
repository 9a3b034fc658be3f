package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.JsonFields;
import dev.stowage.k8s.LabelSelector;
import java.util.List;
import java.util.Map;

/// A StorageClass.
public record StorageClass(
        ObjectMeta meta,
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
                ObjectMeta.read(object),
                JsonFields.shared(object, "provisioner"),
                JsonFields.map(object.path("parameters")),
                JsonFields.share(object.path("reclaimPolicy").asText("Delete")),
                JsonFields.texts(object.path("mountOptions")),
                object.path("allowVolumeExpansion").asBoolean(),
                object.path("volumeBindingMode").asText("").equals("WaitForFirstConsumer"),
                JsonFields.list(
                        object.path("allowedTopologies"),
                        term -> JsonFields.list(
                                term.path("matchLabelExpressions"),
                                label -> new LabelSelector.Requirement(
                                        JsonFields.shared(label, "key"),
                                        "In",
                                        JsonFields.texts(label.path("values"))))));
    }

    /// Whether claims that name no class get this one.
    public boolean isDefault() {
        return meta.annotation("storageclass.kubernetes.io/is-default-class").equals("true")
                || meta.annotation("storageclass.beta.kubernetes.io/is-default-class")
                        .equals("true");
    }
}
