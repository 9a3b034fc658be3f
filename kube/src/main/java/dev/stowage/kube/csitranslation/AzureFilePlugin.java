package dev.stowage.kube.csitranslation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.PersistentVolumeAccessMode;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.SecretReference;
import dev.stowage.kube.model.StorageClass;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// File shares of Azure. A handle is made of resource group, account, share, name and the secret's namespace.
final class AzureFilePlugin implements InTreePlugin {
    private static final String RESOURCE_GROUP = "kubernetes.io/azure-file-resource-group";
    private static final Pattern SECRET = Pattern.compile("azure-storage-account-(.+)-secret");
    private static final String SEPARATOR = "#";

    @Override
    public String name() {
        return "kubernetes.io/azure-file";
    }

    @Override
    public String driver() {
        return "file.csi.azure.com";
    }

    @Override
    public String field() {
        return "azureFile";
    }

    @Override
    public StorageClass toCsi(StorageClass old) {
        return old;
    }

    @Override
    public PersistentVolume toCsi(PersistentVolume old, JsonNode source) {
        String secret = source.path("secretName").asText("");
        String share = source.path("shareName").asText("");
        ObjectReference claim = old.claim();
        String fallback = claim == null ? "" : claim.namespace();
        String namespace = source.path("secretNamespace").asText(fallback);
        if (namespace.isEmpty()) {
            throw new IllegalArgumentException("volume " + old.key() + " has no namespace for its secret, and"
                    + " is not bound to a claim (set spec.azureFile.secretNamespace)");
        }
        String handle = String.join(
                SEPARATOR,
                old.meta().annotation(RESOURCE_GROUP),
                account(secret),
                share,
                old.meta().name(),
                namespace);
        PersistentVolume.CsiSource csi = TranslatedObjects.source(driver(), handle, source, Map.of("sharename", share));
        return TranslatedObjects.volume(
                old, TranslatedObjects.withStageSecret(csi, new SecretReference(namespace, secret)), old.nodeTerms());
    }

    private static String account(String secret) {
        Matcher matcher = SECRET.matcher(secret);
        return matcher.find() ? matcher.group(1) : secret;
    }

    @Override
    public String inlineName(String handle, JsonNode source) {
        return handle;
    }

    @Override
    public String inlineMode(JsonNode source) {
        return PersistentVolumeAccessMode.READ_WRITE_MANY;
    }

    @Override
    public ObjectNode toInTree(PersistentVolume.CsiSource csi, ObjectNode volume) {
        String share = attribute(csi, "sharename");
        String secret = attribute(csi, "secretname");
        String namespace = attribute(csi, "secretnamespace");
        SecretReference staged = csi.nodeStageSecret();
        if (staged != null && !staged.name().isEmpty()) {
            secret = staged.name();
            namespace = staged.namespace();
        }
        if (share.isEmpty() || secret.isEmpty()) {
            String[] parts = csi.handle().split(SEPARATOR, -1);
            if (parts.length < 3) {
                throw new IllegalArgumentException("\"" + csi.handle() + "\" has no account and share");
            }
            share = share.isEmpty() ? parts[2] : share;
            secret = secret.isEmpty() ? "azure-storage-account-" + parts[1] + "-secret" : secret;
            if (!parts[0].isEmpty()) {
                volume.withObject("/metadata").withObject("/annotations").put(RESOURCE_GROUP, parts[0]);
            }
        }
        ObjectNode source = Json.object()
                .put("secretName", secret)
                .put("shareName", share)
                .put("secretNamespace", namespace.isEmpty() ? "default" : namespace);
        return csi.readOnly() ? source.put("readOnly", true) : source;
    }

    private static String attribute(PersistentVolume.CsiSource csi, String name) {
        return csi.attributes().entrySet().stream()
                .filter(entry -> entry.getKey().toLowerCase(Locale.ROOT).equals(name))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("");
    }
}
