package dev.stowage.explain.bundle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.k8s.json.Json;
import dev.stowage.linux.tar.TarOutput;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/// Writes a bundle. All content passes the redaction.
public final class BundleWriter {
    private final BundleRedaction bundleRedaction = new BundleRedaction();
    private final ClusterState clusterState;
    private final Map<String, byte[]> files = new LinkedHashMap<>();

    public BundleWriter(ClusterState clusterState) {
        this.clusterState = clusterState;
        for (ResourceKind resourceKind : ResourceKind.values()) {
            ObjectNode list = Json.object();
            ArrayNode items = list.putArray("items");
            for (KubeResource kubeResource : clusterState.all(resourceKind)) {
                items.add(bundleRedaction.copy(kubeResource.json()));
            }
            files.put(BundleLayout.objects(resourceKind), Json.write(list));
        }
    }

    /// @param name such as `doctor/node.json`
    public BundleWriter with(String name, JsonNode content) {
        files.put(BundleLayout.other(name), Json.write(bundleRedaction.copy(content)));
        return this;
    }

    /// @param name such as `logs/1.log`
    public BundleWriter with(String name, String text) {
        files.put(BundleLayout.other(name), bundleRedaction.text(text).getBytes(StandardCharsets.UTF_8));
        return this;
    }

    /// What the bundle contains and what was removed, for the decision whether to share it.
    public ObjectNode manifest(String writtenBy) {
        ObjectNode manifest = Json.object()
                .put("format", BundleLayout.FORMAT)
                .put("writtenBy", writtenBy)
                .put("taken", clusterState.taken().toString())
                .put("server", clusterState.version());
        ObjectNode objects = manifest.putObject("objects");
        ObjectNode unseen = manifest.putObject("unseen");
        for (ResourceKind resourceKind : ResourceKind.values()) {
            if (clusterState.isListed(resourceKind)
                    || !clusterState.all(resourceKind).isEmpty()) {
                objects.put(
                        resourceKind.plural(), clusterState.all(resourceKind).size());
            }
            if (!clusterState.isListed(resourceKind)) {
                unseen.put(
                        resourceKind.plural(),
                        bundleRedaction.text(
                                String.valueOf(clusterState.notListed().get(resourceKind))));
            }
        }
        ObjectNode out = manifest.putObject("leftOut");
        bundleRedaction.leftOut().forEach(out::put);
        manifest.putArray("never").add("secrets").add("config maps");
        return manifest;
    }

    /// @throws java.nio.file.FileAlreadyExistsException when the file exists already
    public void write(Path file, String writtenBy) throws IOException {
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        boolean written = false;
        try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.WRITE);
                TarOutput tar =
                        new TarOutput(new GZIPOutputStream(new BufferedOutputStream(out)), clusterState.taken())) {
            tar.file(BundleLayout.MANIFEST, 0600, Json.write(manifest(writtenBy)));
            for (Map.Entry<String, byte[]> entry : files.entrySet()) {
                tar.file(entry.getKey(), 0600, entry.getValue());
            }
            written = true;
        } finally {
            if (!written) {
                Files.deleteIfExists(file);
            }
        }
    }
}
