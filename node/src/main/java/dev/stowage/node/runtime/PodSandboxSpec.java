package dev.stowage.node.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Map;

/// What a pod's containers share.
///
/// @param spec the pod's, for what only one runtime cares about: sysctls, host namespaces, DNS
public record PodSandboxSpec(
        String uid,
        String namespace,
        String name,
        String hostname,
        Path logs,
        Map<String, String> labels,
        Map<String, String> annotations,
        JsonNode spec) {}
