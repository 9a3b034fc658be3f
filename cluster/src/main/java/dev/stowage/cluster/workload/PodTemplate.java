package dev.stowage.cluster.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.KubeObject;
import java.util.List;

/// Builds pods from a template.
public final class PodTemplate {
    private static final List<String> KEPT = List.of("labels", "annotations", "finalizers");

    private PodTemplate() {}

    /// A pod without a name yet, with its owner reference.
    public static <P extends KubeObject> ObjectNode pod(Kind<P> kind, P owner, JsonNode template) {
        ObjectNode pod = Json.object();
        ObjectNode meta = pod.putObject("metadata");
        for (String field : KEPT) {
            JsonNode value = template.path("metadata").path(field);
            if (!value.isMissingNode() && !value.isNull()) {
                meta.set(field, value.deepCopy());
            }
        }
        meta.putArray("ownerReferences").add(OwnerReferences.reference(kind, owner));
        pod.set("spec", template.path("spec").deepCopy());
        return pod;
    }

    public static void label(ObjectNode object, String name, String value) {
        object.withObject("/metadata/labels").put(name, value);
    }
}
