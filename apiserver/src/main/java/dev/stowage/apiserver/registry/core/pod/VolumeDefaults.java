package dev.stowage.apiserver.registry.core.pod;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.JsonTree;
import java.util.List;

/// The defaults of a pod's volume.
final class VolumeDefaults {
    private static final int MODE = 0644;
    private static final List<String> FILES = List.of("secret", "configMap", "downwardAPI", "projected");

    private VolumeDefaults() {}

    static void set(ObjectNode volume) {
        if (isWithoutSource(volume)) {
            volume.putObject("emptyDir");
        }
        for (String source : FILES) {
            JsonTree.object(volume, source).ifPresent(VolumeDefaults::mode);
        }
        fieldVersions(volume.path("downwardAPI"));
        for (JsonNode source : JsonTree.list(volume, "projected", "sources")) {
            fieldVersions(source.path("downwardAPI"));
            JsonTree.object(source, "serviceAccountToken").ifPresent(token -> {
                if (!JsonTree.has(token, "expirationSeconds")) {
                    token.put("expirationSeconds", 3600);
                }
            });
        }
        JsonTree.object(volume, "hostPath").ifPresent(path -> {
            if (!JsonTree.has(path, "type")) {
                path.put("type", "");
            }
        });
        JsonTree.object(volume, "image")
                .ifPresent(image -> PodDefaults.text(
                        image, "pullPolicy", ContainerDefaults.pullPolicy(JsonTree.text(image, "reference"))));
        JsonTree.object(volume, "ephemeral", "volumeClaimTemplate", "spec")
                .ifPresent(claim -> PodDefaults.text(claim, "volumeMode", "Filesystem"));
    }

    private static boolean isWithoutSource(ObjectNode volume) {
        for (var field : volume.properties()) {
            if (!field.getKey().equals("name") && !field.getValue().isNull()) {
                return false;
            }
        }
        return true;
    }

    private static void mode(ObjectNode files) {
        if (!JsonTree.has(files, "defaultMode")) {
            files.put("defaultMode", MODE);
        }
    }

    private static void fieldVersions(JsonNode source) {
        JsonTree.list(source, "items").forEach(ContainerDefaults::fieldVersion);
    }
}
