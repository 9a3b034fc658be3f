package dev.stowage.apiserver.authorization.node;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.storage.ObjectKey;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The objects that a pod names, which its kubelet reads for it.
public final class PodReferences {
    public static final String SECRETS = "secrets";
    public static final String CONFIG_MAPS = "configmaps";
    public static final String SERVICE_ACCOUNTS = "serviceaccounts";
    static final String CLAIMS = "persistentvolumeclaims";
    static final String RESOURCE_CLAIMS = "resourceclaims.resource.k8s.io";

    private static final List<String> CONTAINERS = List.of("initContainers", "containers", "ephemeralContainers");
    private static final List<String> VOLUMES_WITH_SECRETS =
            List.of("cephfs", "cinder", "flexVolume", "rbd", "scaleIO", "iscsi", "storageos");

    private final String namespace;
    private final String pod;
    private final Set<ObjectKey> named = new HashSet<>();

    private PodReferences(JsonNode object) {
        this.namespace = JsonTree.text(object, "metadata", "namespace");
        this.pod = JsonTree.text(object, "metadata", "name");
    }

    public static Set<ObjectKey> of(JsonNode pod) {
        PodReferences references = new PodReferences(pod);
        references.collect(pod);
        return Set.copyOf(references.named);
    }

    private void collect(JsonNode object) {
        JsonNode spec = object.path("spec");
        add(SERVICE_ACCOUNTS, JsonTree.text(spec, "serviceAccountName"));
        JsonTree.list(spec, "imagePullSecrets").forEach(secret -> add(SECRETS, JsonTree.text(secret, "name")));
        for (String kind : CONTAINERS) {
            JsonTree.list(spec, kind).forEach(this::container);
        }
        JsonTree.list(spec, "volumes").forEach(this::volume);
        for (JsonNode claim : JsonTree.list(spec, "resourceClaims")) {
            add(RESOURCE_CLAIMS, resourceClaim(object, claim));
        }
        add(RESOURCE_CLAIMS, JsonTree.text(object, "status", "extendedResourceClaimStatus", "resourceClaimName"));
    }

    private void container(JsonNode container) {
        for (JsonNode source : JsonTree.list(container, "envFrom")) {
            add(SECRETS, JsonTree.text(source, "secretRef", "name"));
            add(CONFIG_MAPS, JsonTree.text(source, "configMapRef", "name"));
        }
        for (JsonNode variable : JsonTree.list(container, "env")) {
            add(SECRETS, JsonTree.text(variable, "valueFrom", "secretKeyRef", "name"));
            add(CONFIG_MAPS, JsonTree.text(variable, "valueFrom", "configMapKeyRef", "name"));
        }
    }

    private void volume(JsonNode volume) {
        add(SECRETS, JsonTree.text(volume, "secret", "secretName"));
        add(SECRETS, JsonTree.text(volume, "azureFile", "secretName"));
        add(SECRETS, JsonTree.text(volume, "csi", "nodePublishSecretRef", "name"));
        for (String source : VOLUMES_WITH_SECRETS) {
            add(SECRETS, JsonTree.text(volume, source, "secretRef", "name"));
        }
        add(CONFIG_MAPS, JsonTree.text(volume, "configMap", "name"));
        for (JsonNode source : JsonTree.list(volume, "projected", "sources")) {
            add(SECRETS, JsonTree.text(source, "secret", "name"));
            add(CONFIG_MAPS, JsonTree.text(source, "configMap", "name"));
        }
        add(CLAIMS, JsonTree.text(volume, "persistentVolumeClaim", "claimName"));
        if (JsonTree.has(volume, "ephemeral")) {
            add(CLAIMS, pod + "-" + JsonTree.text(volume, "name"));
        }
    }

    /// Named by the pod, or in its status when it was created from a template.
    private static String resourceClaim(JsonNode pod, JsonNode claim) {
        String given = JsonTree.text(claim, "resourceClaimName");
        if (!given.isEmpty()) {
            return given;
        }
        for (JsonNode status : JsonTree.list(pod, "status", "resourceClaimStatuses")) {
            if (JsonTree.text(status, "name").equals(JsonTree.text(claim, "name"))) {
                return JsonTree.text(status, "resourceClaimName");
            }
        }
        return "";
    }

    private void add(String resource, String name) {
        if (!name.isEmpty()) {
            named.add(new ObjectKey(resource, namespace, name));
        }
    }
}
