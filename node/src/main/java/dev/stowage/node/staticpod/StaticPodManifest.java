package dev.stowage.node.staticpod;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.StaticPodAnnotations;
import dev.stowage.k8s.validation.NameValidation;
import dev.stowage.node.pod.NodePod;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// The static pod of a file, completed as the kubelet does: the name has the node as suffix, and the UID is a
/// hash of the content, so that a changed file is another pod. A pure function.
final class StaticPodManifest {
    /// It becomes the name of directories.
    private static final Pattern UID = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9-]{0,126}[A-Za-z0-9])?");

    private static final int UID_BYTES = 16;

    private StaticPodManifest() {}

    /// @param source the file, which is part of the hash
    /// @param seen when the node saw this content first
    static NodePod read(String text, Path source, String node, Instant seen) throws StaticPodException {
        if (!(ManifestYaml.read(text) instanceof ObjectNode pod)
                || !pod.path("kind").asText("").equals("Pod")
                || !pod.path("apiVersion").asText("").equals("v1")) {
            throw new StaticPodException("invalid pod: kind Pod of version v1 is needed");
        }
        ObjectNode meta = object(pod, "metadata");
        if (meta.path("name").asText("").isEmpty()) {
            throw new StaticPodException("invalid pod: name is needed for the pod");
        }
        String uid = meta.path("uid").asText("");
        if (uid.isEmpty()) {
            uid = hash(pod, node, source);
        } else if (!UID.matcher(uid).matches()) {
            throw new StaticPodException("invalid pod: metadata.uid: Invalid value: \"" + uid + "\"");
        }
        String namespace = meta.path("namespace").asText("default");
        meta.put("uid", uid)
                // Never empty and never changed: nothing about a static pod changes but its status.
                .put("resourceVersion", uid)
                .put("name", meta.path("name").asText() + "-" + node.toLowerCase(Locale.ROOT))
                .put("namespace", namespace.isEmpty() ? "default" : namespace);
        meta.remove(List.of("deletionTimestamp", "deletionGracePeriodSeconds", "ownerReferences", "finalizers"));
        object(meta, "annotations")
                .put(StaticPodAnnotations.HASH, uid)
                .put(StaticPodAnnotations.SOURCE, "file")
                .put(StaticPodAnnotations.SEEN, seen.toString())
                .remove(StaticPodAnnotations.MIRROR);
        ObjectNode spec = object(pod, "spec").put("nodeName", node);
        tolerateTaints(spec);
        pod.remove("status");
        validate(meta, spec);
        return NodePod.read(pod);
    }

    /// A static pod is not evicted when its node has problems.
    private static void tolerateTaints(ObjectNode spec) throws StaticPodException {
        JsonNode given = spec.path("tolerations");
        if (!given.isMissingNode() && !given.isNull() && !given.isArray()) {
            throw new StaticPodException("invalid pod: spec.tolerations must be a list");
        }
        boolean has = given.valueStream()
                .anyMatch(one -> one.path("operator").asText("").equals("Exists")
                        && one.path("effect").asText("").equals("NoExecute")
                        && one.path("key").asText("").isEmpty());
        if (!has) {
            (given instanceof ArrayNode list ? list : spec.putArray("tolerations"))
                    .addObject()
                    .put("operator", "Exists")
                    .put("effect", "NoExecute");
        }
    }

    /// The object in a field; a new one if there is none.
    private static ObjectNode object(ObjectNode parent, String field) throws StaticPodException {
        JsonNode found = parent.path(field);
        if (found.isMissingNode() || found.isNull()) {
            return parent.putObject(field);
        }
        if (found instanceof ObjectNode object) {
            return object;
        }
        throw new StaticPodException("invalid pod: " + field + " must be an object");
    }

    private static String hash(JsonNode pod, String node, Path source) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(Json.write(pod));
            digest.update(("host:" + node + "file:" + source).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(Arrays.copyOf(digest.digest(), UID_BYTES));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }

    /// No API server has checked it: names become names of directories.
    private static void validate(ObjectNode meta, ObjectNode spec) throws StaticPodException {
        require(
                "metadata.name",
                meta,
                NameValidation.dnsSubdomain(meta.path("name").asText()));
        require(
                "metadata.namespace",
                meta,
                NameValidation.dnsLabel(meta.path("namespace").asText()));
        if (spec.path("containers").isEmpty()) {
            throw new StaticPodException("invalid pod: spec.containers: Required value");
        }
        if (!spec.path("ephemeralContainers").isEmpty()) {
            throw new StaticPodException("invalid pod: spec.ephemeralContainers: Forbidden: cannot be set on create");
        }
        Set<String> containers = new HashSet<>();
        names(spec, "initContainers", containers);
        names(spec, "containers", containers);
        names(spec, "volumes", new HashSet<>());
        Optional<String> referenced = ApiReferences.first(spec);
        if (referenced.isPresent()) {
            throw new StaticPodException("static pods may not reference " + referenced.get());
        }
    }

    private static void names(JsonNode spec, String list, Set<String> taken) throws StaticPodException {
        for (JsonNode one : spec.path(list)) {
            String name = one.path("name").asText("");
            require("spec." + list + "[*].name", one, NameValidation.dnsLabel(name));
            if (!taken.add(name)) {
                throw new StaticPodException(
                        "invalid pod: spec." + list + "[*].name: Duplicate value: \"" + name + "\"");
            }
        }
    }

    private static void require(String field, JsonNode holder, List<String> violations) throws StaticPodException {
        if (!violations.isEmpty()) {
            String value =
                    holder.path(field.substring(field.lastIndexOf('.') + 1)).asText("");
            throw new StaticPodException(
                    "invalid pod: " + field + ": Invalid value: \"" + value + "\": " + violations.getFirst());
        }
    }
}
