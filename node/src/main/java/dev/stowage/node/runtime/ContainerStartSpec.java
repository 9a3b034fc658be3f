package dev.stowage.node.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A container to start.
///
/// @param pod the prepared pod sandbox
/// @param attempt how many containers of that name were started before
/// @param imageId the result of the image pull
/// @param command empty for the command of the image
/// @param args empty for the arguments of the image, unless there is a command
/// @param environment in the order of the pod spec, with all references resolved
/// @param workingDirectory empty for that of the image
/// @param log relative to the log directory of the pod
/// @param groups supplemental groups, including those of volumes
/// @param spec the container spec, for fields that only one runtime uses: security context, resources, tty
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
