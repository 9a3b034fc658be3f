package dev.stowage.node.podworker.startspec;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Node;
import dev.stowage.linux.file.Directories;
import dev.stowage.node.context.NodeContext;
import dev.stowage.node.pod.FieldRefs;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podvolumes.HostVolume;
import dev.stowage.node.runtime.ContainerMount;
import dev.stowage.node.runtime.ContainerStartSpec;
import dev.stowage.node.runtime.PodSandboxSpec;
import dev.stowage.node.runtime.RuntimePod;
import dev.stowage.node.subpath.SubPaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Builds the start specs of containers. Thread-safe.
public final class StartSpecBuilder {
    private static final String HOSTS = "/etc/hosts";
    private static final int LONGEST_NAME = 63;
    private static final int OPEN_TO_READERS = 0755;

    private final NodeContext nodeContext;
    private final SubPaths parts;
    private final String hostIp;
    private final TerminationMessage words;
    private final ServiceVariables services;

    public StartSpecBuilder(NodeContext nodeContext, SubPaths parts, TerminationMessage words, String hostIp) {
        this.nodeContext = nodeContext;
        this.parts = parts;
        this.words = words;
        this.hostIp = hostIp;
        this.services = new ServiceVariables(nodeContext.api(), nodeContext.clock());
    }

    /// Also creates the pod's directories.
    public PodSandboxSpec pod(NodePod pod) throws IOException {
        Path logs = logs(pod);
        Directories.ensure(nodeContext.paths().pod(pod.uid()));
        Directories.ensure(logs, OPEN_TO_READERS);
        return new PodSandboxSpec(
                pod.uid(),
                pod.meta().namespace(),
                pod.meta().name(),
                hostname(pod),
                logs,
                pod.meta().labels(),
                pod.meta().annotations(),
                pod.spec());
    }

    /// An override is used as it is; other names are cut.
    private static String hostname(NodePod pod) {
        String override = pod.spec().path("hostnameOverride").asText("");
        if (!override.isEmpty()) {
            return override;
        }
        String name = pod.spec().path("hostname").asText(pod.meta().name());
        return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME);
    }

    public Path logs(NodePod pod) {
        return nodeContext.paths().podLogs(pod.meta().namespace(), pod.meta().name(), pod.uid());
    }

    /// @param volumes by their names in the pod
    /// @throws ContainerConfigException when a referenced object is missing
    public ContainerStartSpec container(
            NodePod pod,
            JsonNode container,
            int attempt,
            RuntimePod place,
            String imageId,
            Map<String, HostVolume> volumes)
            throws IOException, InterruptedException {
        String name = container.path("name").asText("");
        Path logs = logs(pod).resolve(name);
        Directories.ensure(logs, OPEN_TO_READERS);
        Map<String, String> environment = environment(pod, container, place);
        var volumeMounts = new VolumeMounts(pod, container, volumes, parts);
        PodSandboxSpec plan = pod(pod);
        List<ContainerMount> mounts = new ArrayList<>(volumeMounts.mounts(environment));
        words.prepare(pod.uid(), container, attempt).ifPresent(mounts::add);
        hosts(plan, place, mounts).ifPresent(mounts::add);
        return new ContainerStartSpec(
                plan,
                place,
                name,
                attempt,
                container.path("image").asText(""),
                imageId,
                texts(container.path("command"), environment),
                texts(container.path("args"), environment),
                environment,
                container.path("workingDir").asText(""),
                mounts,
                volumeMounts.devices(),
                SupplementalGroups.of(pod, nodeContext.informers()),
                logs.resolve(attempt + ".log"),
                container);
    }

    private Map<String, String> environment(NodePod pod, JsonNode container, RuntimePod place)
            throws ContainerConfigException, InterruptedException {
        String ip = place.ip().isEmpty() ? hostIp : place.ip();
        var configReferences =
                new ConfigReferences(nodeContext.api(), pod.meta().namespace());
        Map<String, Long> allocatable = nodeContext
                .informers()
                .of(Kinds.NODES)
                .find(nodeContext.node())
                .map(Node::allocatable)
                .orElse(Map.of());
        var addresses = new FieldRefs.Addresses(List.of(hostIp), List.of(ip));
        Map<String, String> variables = services.get(place.ip().isEmpty());
        return new EnvironmentVariables(pod, container, configReferences, addresses, allocatable, variables).resolve();
    }

    /// A pod with its own IP address has its own hosts file; others use that of the machine.
    private Optional<ContainerMount> hosts(PodSandboxSpec plan, RuntimePod place, List<ContainerMount> mounts)
            throws IOException {
        boolean given = mounts.stream().anyMatch(mount -> mount.target().equals(HOSTS));
        if (given || place.ip().isEmpty()) {
            return Optional.empty();
        }
        Path file = nodeContext.paths().pod(plan.uid()).resolve("etc-hosts");
        Files.writeString(file, HostsFile.of(plan.spec(), place.ip(), plan.hostname()));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        return Optional.of(new ContainerMount(file, HOSTS, false, ContainerMount.Propagation.NONE));
    }

    private static List<String> texts(JsonNode list, Map<String, String> environment) {
        return list.valueStream()
                .map(one -> VariableExpansion.expand(one.asText(""), environment))
                .toList();
    }
}
