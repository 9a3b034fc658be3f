package dev.stowage.node.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A container to start.
///
/// @param pod the pod's, prepared
/// @param attempt how many of that name were before it
/// @param imageId what pulling it answered
/// @param command empty for the image's own
/// @param args empty for the image's own, unless there is a command
/// @param environment in the order in which it was written, all references resolved
/// @param workingDirectory empty for the image's own
/// @param log below the pod's folder of logs
/// @param groups supplemental ones, those of volumes included
/// @param spec the container's, for what only one runtime cares about: security context, resources, tty
public record ContainerStartSpec(
        PodSandboxSpec sandboxSpec,
        RuntimePod pod,
        String name,
        int attempt,
        String image,
        String imageId,
        List<String> command,
        List<String> args,
        Map<String, String> environment,
        String workingDirectory,
        List<ContainerMount> mounts,
        List<ContainerDevice> devices,
        List<Long> groups,
        Path log,
        JsonNode spec) {}
