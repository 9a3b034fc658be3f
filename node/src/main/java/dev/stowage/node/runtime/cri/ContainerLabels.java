package dev.stowage.node.runtime.cri;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.node.runtime.ContainerStartSpec;
import dev.stowage.node.runtime.PodSandboxSpec;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;

/// The labels and annotations of sandboxes and containers by which the kubelet recognizes them. They are the
/// same here, so that either finds the pods of the other.
final class ContainerLabels {
    static final String POD = "io.kubernetes.pod.name";
    static final String NAMESPACE = "io.kubernetes.pod.namespace";
    static final String UID = "io.kubernetes.pod.uid";
    static final String CONTAINER = "io.kubernetes.container.name";

    private static final int FNV_START = 0x811c9dc5;
    private static final int FNV_PRIME = 0x01000193;

    private ContainerLabels() {}

    static Map<String, String> ofPod(PodSandboxSpec plan) {
        Map<String, String> labels = new HashMap<>(plan.labels());
        labels.put(POD, plan.name());
        labels.put(NAMESPACE, plan.namespace());
        labels.put(UID, plan.uid());
        return labels;
    }

    static Map<String, String> ofContainer(ContainerStartSpec plan) {
        return Map.of(
                POD, plan.sandboxSpec().name(),
                NAMESPACE, plan.sandboxSpec().namespace(),
                UID, plan.sandboxSpec().uid(),
                CONTAINER, plan.name());
    }

    static Map<String, String> annotations(ContainerStartSpec plan) {
        JsonNode spec = plan.spec();
        Map<String, String> all = new LinkedHashMap<>();
        all.put("io.kubernetes.container.hash", hash(plan.name(), plan.image()));
        all.put("io.kubernetes.container.restartCount", Integer.toString(plan.attempt()));
        all.put(
                "io.kubernetes.container.terminationMessagePath",
                spec.path("terminationMessagePath").asText(""));
        all.put(
                "io.kubernetes.container.terminationMessagePolicy",
                spec.path("terminationMessagePolicy").asText(""));
        JsonNode grace = plan.sandboxSpec().spec().path("terminationGracePeriodSeconds");
        if (grace.isNumber()) {
            all.put("io.kubernetes.pod.terminationGracePeriod", grace.asText());
        }
        JsonNode preStop = spec.path("lifecycle").path("preStop");
        if (preStop.isObject()) {
            all.put("io.kubernetes.container.preStopHandler", text(preStop));
        }
        if (!spec.path("ports").isEmpty()) {
            all.put("io.kubernetes.container.ports", text(spec.path("ports")));
        }
        return all;
    }

    /// The hash by which the kubelet recognizes an unchanged container: FNV-1a over the bytes of a JSON object,
    /// each printed as a number, as Go prints a byte slice.
    static String hash(String name, String image) {
        ObjectNode picked = Json.object().put("image", image).put("name", name);
        var numbers = new StringJoiner(" ", "([]uint8)[", "]");
        for (byte octet : Json.write(picked)) {
            numbers.add(Integer.toString(octet & 0xff));
        }
        int hash = FNV_START;
        for (byte octet : numbers.toString().getBytes(StandardCharsets.US_ASCII)) {
            hash = (hash ^ octet) * FNV_PRIME;
        }
        return Integer.toHexString(hash);
    }

    private static String text(JsonNode node) {
        return new String(Json.write(node), StandardCharsets.UTF_8);
    }
}
