package dev.stowage.kube.csitranslation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.names.CsiKeys;
import dev.stowage.k8s.names.PersistentVolumeAccessMode;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.SecretReference;
import dev.stowage.kube.model.StorageClass;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Volumes of Portworx. One secret serves every call.
final class PortworxPlugin implements InTreePlugin {
    private static final String SECRET_NAME = "openstorage.io/auth-secret-name";
    private static final String SECRET_NAMESPACE = "openstorage.io/auth-secret-namespace";
    private static final List<String> CALLS = List.of(
            "provisioner", "controller-publish", "node-stage", "node-publish", "controller-expand", "node-expand");

    @Override
    public String name() {
        return "kubernetes.io/portworx-volume";
    }

    @Override
    public String driver() {
        return "pxd.portworx.com";
    }

    @Override
    public String field() {
        return "portworxVolume";
    }

    @Override
    public StorageClass toCsi(StorageClass old) {
        Map<String, String> parameters = new HashMap<>();
        old.parameters().forEach((name, value) -> {
            switch (name.toLowerCase(Locale.ROOT)) {
                case SECRET_NAME -> forAllCalls(parameters, "name", value);
                case SECRET_NAMESPACE -> forAllCalls(parameters, "namespace", value);
                default -> parameters.put(name, value);
            }
        });
        return TranslatedObjects.storageClass(old, driver(), parameters, old.allowedTopologies());
    }

    private static void forAllCalls(Map<String, String> parameters, String what, String value) {
        CALLS.forEach(call -> parameters.put(CsiKeys.PREFIX + call + "-secret-" + what, value));
    }

    @Override
    public PersistentVolume toCsi(PersistentVolume old, JsonNode source) {
        Map<String, String> annotations = old.meta().annotations();
        boolean secret = annotations.containsKey(SECRET_NAME) && annotations.containsKey(SECRET_NAMESPACE);
        PersistentVolume.CsiSource csi = new PersistentVolume.CsiSource(
                driver(),
                source.path("volumeID").asText(""),
                false,
                source.path("fsType").asText(""),
                Map.of(),
                null,
                null,
                null,
                null,
                null);
        return TranslatedObjects.volume(
                old,
                TranslatedObjects.withSecret(
                        csi,
                        secret
                                ? new SecretReference(
                                        old.meta().annotation(SECRET_NAMESPACE),
                                        old.meta().annotation(SECRET_NAME))
                                : null),
                old.nodeTerms());
    }

    @Override
    public String inlineMode(JsonNode source) {
        return source.path("readOnly").asBoolean()
                ? PersistentVolumeAccessMode.READ_ONLY_MANY
                : PersistentVolumeAccessMode.READ_WRITE_ONCE;
    }

    @Override
    public ObjectNode toInTree(PersistentVolume.CsiSource csi, ObjectNode volume) {
        return InTreeSourceWriter.of("volumeID", csi.handle(), csi);
    }
}
