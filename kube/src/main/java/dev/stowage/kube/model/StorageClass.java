package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.JsonFields;
import dev.stowage.k8s.LabelRequirement;
import dev.stowage.k8s.names.StorageClassKeys;
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
        List<List<LabelRequirement>> allowedTopologies)
        implements KubeObject {

    public static StorageClass read(JsonNode object) {
        return new StorageClass(
                ObjectMeta.read(object),
                JsonFields.shared(object, "provisioner"),
                JsonFields.map(object.path("parameters")),
                JsonFields.share(object.path("reclaimPolicy").asText("Delete")),
                JsonFields.texts(object.path("mountOptions")),
                object.path("allowVolumeExpansion").asBoolean(),
                object.path("volumeBindingMode").asText("").equals(StorageClassKeys.WAIT_FOR_FIRST_CONSUMER),
                JsonFields.list(
                        object.path("allowedTopologies"),
                        term -> JsonFields.list(
                                term.path("matchLabelExpressions"),
                                label -> LabelRequirement.in(
                                        JsonFields.shared(label, "key"), JsonFields.texts(label.path("values"))))));
    }

    /// Whether it is the default class.
    public boolean isDefault() {
        return meta.annotation(StorageClassKeys.IS_DEFAULT_CLASS).equals("true")
                || meta.annotation(StorageClassKeys.BETA_IS_DEFAULT_CLASS).equals("true");
    }
}
