package dev.stowage.image.oci;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.image.layer.Layer;
import dev.stowage.image.layer.LayerTree;
import dev.stowage.k8s.json.Json;
import dev.stowage.linux.tar.TarOutput;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Several images in one file: an OCI layout with the names that containerd, podman and skopeo use, and a
/// `manifest.json` for `docker load`. A shared layer is stored once.
public final class OciArchive {
    private static final String BLOBS = "blobs/sha256/";

    private final String architecture;

    /// @param architecture as Go calls it
    public OciArchive(String architecture) {
        this.architecture = architecture;
    }

    /// Replaces an existing file atomically.
    public void write(List<OciImage> images, Path file) throws IOException {
        Path fresh = Files.createTempFile(file.toAbsolutePath().getParent(), ".image", ".new");
        try {
            try (TarOutput tar =
                    new TarOutput(new BufferedOutputStream(Files.newOutputStream(fresh), 1 << 16), LayerTree.TIME)) {
                write(images, tar);
            }
            Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rw-r--r--"));
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    private void write(List<OciImage> images, TarOutput tar) throws IOException {
        Map<String, OciBlob> small = new TreeMap<>();
        Map<String, Layer> large = new TreeMap<>();
        ObjectNode index =
                Json.object().put("schemaVersion", 2).put("mediaType", "application/vnd.oci.image.index.v1+json");
        ArrayNode manifests = index.putArray("manifests");
        ArrayNode forDocker = JsonNodeFactory.instance.arrayNode();
        for (OciImage ociImage : images) {
            OciBlob config = ociImage.config(architecture);
            OciBlob manifest = ociImage.manifest(config);
            small.put(config.digest(), config);
            small.put(manifest.digest(), manifest);
            ociImage.layers().forEach(layer -> large.put(layer.digest(), layer));
            manifests.add(named(manifest.descriptor(), ociImage.reference()));
            ObjectNode old = forDocker.addObject().put("Config", BLOBS + config.digest());
            old.putArray("RepoTags").add(ociImage.reference());
            ArrayNode layers = old.putArray("Layers");
            ociImage.layers().forEach(layer -> layers.add(BLOBS + layer.digest()));
        }
        tar.file("oci-layout", 0644, "{\"imageLayoutVersion\":\"1.0.0\"}".getBytes(StandardCharsets.UTF_8));
        tar.file("index.json", 0644, Json.write(index));
        tar.file("manifest.json", 0644, Json.write(forDocker));
        tar.directory("blobs", 0755).directory("blobs/sha256", 0755);
        for (OciBlob ociBlob : small.values()) {
            tar.file(BLOBS + ociBlob.digest(), 0644, ociBlob.content());
        }
        for (Layer layer : large.values()) {
            tar.file(BLOBS + layer.digest(), 0644, layer.file());
        }
    }

    private ObjectNode named(ObjectNode descriptor, String reference) {
        descriptor.putObject("platform").put("architecture", architecture).put("os", "linux");
        descriptor
                .putObject("annotations")
                .put("io.containerd.image.name", reference)
                .put("org.opencontainers.image.ref.name", reference);
        return descriptor;
    }
}
