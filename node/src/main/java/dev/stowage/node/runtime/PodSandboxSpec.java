package dev.stowage.node.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Map;

/// The sandbox of a pod, which its containers share.
///
/// @param spec the pod spec, for fields that only one runtime uses: sysctls, host namespaces, DNS
public record PodSandboxSpec(
        String uid,
        String namespace,
        String name,
        String hostname,
        Path logs,
        Map<String, String> labels,
        Map<String, String> annotations,
        JsonNode spec) {}
