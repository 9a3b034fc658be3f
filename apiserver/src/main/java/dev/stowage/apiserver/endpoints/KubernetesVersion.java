package dev.stowage.apiserver.endpoints;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import java.nio.charset.StandardCharsets;

/// The version of the Kubernetes API that this server implements.
final class KubernetesVersion {
    private KubernetesVersion() {}

    /// Pretty-printed, because people read it.
    static byte[] page() {
        return document().toPrettyString().replace("\" : ", "\": ").getBytes(StandardCharsets.UTF_8);
    }

    private static ObjectNode document() {
        return Json.object()
                .put("major", "1")
                .put("minor", "36")
                .put("emulationMajor", "1")
                .put("emulationMinor", "36")
                .put("minCompatibilityMajor", "1")
                .put("minCompatibilityMinor", "35")
                .put("gitVersion", "v1.36.3")
                .put("gitCommit", "")
                .put("gitTreeState", "clean")
                .put("buildDate", "1970-01-01T00:00:00Z")
                .put("goVersion", "")
                .put("compiler", "java")
                .put("platform", "linux/amd64");
    }
}
