package dev.stowage.image.oci;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.image.layer.Layer;
import dev.stowage.image.layer.LayerTree;
import dev.stowage.k8s.json.Json;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// An image: layers, and how a container of it begins.
///
/// @param reference its whole name with the version
/// @param user the numeric user that it runs as
/// @param environment of its process
/// @param labels its metadata
public record OciImage(
        String reference,
        List<Layer> layers,
        List<String> entry,
        String user,
        Map<String, String> environment,
        Map<String, String> labels) {

    public OciImage {
        layers = List.copyOf(layers);
        entry = List.copyOf(entry);
        environment = Map.copyOf(environment);
        labels = Map.copyOf(labels);
    }

    OciBlob config(String architecture) {
        ObjectNode config = Json.object()
                .put("created", LayerTree.TIME.toString())
                .put("architecture", architecture)
                .put("os", "linux");
        ObjectNode process = config.putObject("config").put("User", user).put("WorkingDir", "/");
        ArrayNode variables = process.putArray("Env");
        new TreeMap<>(environment).forEach((name, value) -> variables.add(name + "=" + value));
        ArrayNode words = process.putArray("Entrypoint");
        entry.forEach(words::add);
        ObjectNode said = process.putObject("Labels");
        new TreeMap<>(labels).forEach(said::put);
        ObjectNode files = config.putObject("rootfs").put("type", "layers");
        ArrayNode diffs = files.putArray("diff_ids");
        ArrayNode history = config.putArray("history");
        for (Layer layer : layers) {
            diffs.add("sha256:" + layer.diffId());
            history.addObject()
                    .put("created", LayerTree.TIME.toString())
                    .put("created_by", "stowage image")
                    .put("comment", layer.title());
        }
        return OciBlob.of("application/vnd.oci.image.config.v1+json", Json.write(config));
    }

    OciBlob manifest(OciBlob config) {
        ObjectNode manifest =
                Json.object().put("schemaVersion", 2).put("mediaType", "application/vnd.oci.image.manifest.v1+json");
        manifest.set("config", config.descriptor());
        ArrayNode packed = manifest.putArray("layers");
        for (Layer layer : layers) {
            packed.addObject()
                    .put("mediaType", "application/vnd.oci.image.layer.v1.tar+gzip")
                    .put("digest", "sha256:" + layer.digest())
                    .put("size", layer.size());
        }
        return OciBlob.of("application/vnd.oci.image.manifest.v1+json", Json.write(manifest));
    }
}
