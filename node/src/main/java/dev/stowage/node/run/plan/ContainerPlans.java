package dev.stowage.node.run.plan;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Node;
import dev.stowage.linux.file.Directories;
import dev.stowage.node.Shared;
import dev.stowage.node.runtime.ContainerMount;
import dev.stowage.node.runtime.ContainerPlan;
import dev.stowage.node.runtime.PodPlan;
import dev.stowage.node.runtime.RunningPod;
import dev.stowage.node.spec.FieldRefs;
import dev.stowage.node.spec.NodePod;
import dev.stowage.node.subpath.SubPaths;
import dev.stowage.node.volume.HostVolume;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Makes plans of containers. Thread-safe.
public final class ContainerPlans {
    private static final String HOSTS = "/etc/hosts";
    private static final int LONGEST_NAME = 63;
    private static final int OPEN_TO_READERS = 0755;

    private final Shared shared;
    private final SubPaths parts;
    private final String hostIp;
    private final LastWords words;
    private final ServiceVariables services;

    public ContainerPlans(Shared shared, SubPaths parts, LastWords words, String hostIp) {
        this.shared = shared;
        this.parts = parts;
        this.words = words;
        this.hostIp = hostIp;
        this.services = new ServiceVariables(shared.api(), shared.clock());
    }

    /// Makes the pod's folders, too.
    public PodPlan pod(NodePod pod) throws IOException {
        Path logs = logs(pod);
        Directories.ensure(shared.paths().pod(pod.uid()));
        Directories.ensure(logs, OPEN_TO_READERS);
        String name = pod.spec().path("hostname").asText(pod.meta().name());
        return new PodPlan(
                pod.uid(),
                pod.meta().namespace(),
                pod.meta().name(),
                name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME),
                logs,
                pod.meta().labels(),
                pod.meta().annotations(),
                pod.spec());
    }

    public Path logs(NodePod pod) {
        return shared.paths().podLogs(pod.meta().namespace(), pod.meta().name(), pod.uid());
    }

    /// @param volumes by their names in the pod
    /// @throws ConfigTrouble when something that it refers to is missing
    public ContainerPlan container(
            NodePod pod,
            JsonNode container,
            int attempt,
            RunningPod place,
            String imageId,
            Map<String, HostVolume> volumes)
            throws IOException, InterruptedException {
        String name = container.path("name").asText("");
        Path logs = logs(pod).resolve(name);
        Directories.ensure(logs, OPEN_TO_READERS);
        Map<String, String> environment = environment(pod, container, place);
        var mountings = new Mountings(pod, container, volumes, parts);
        PodPlan plan = pod(pod);
        List<ContainerMount> mounts = new ArrayList<>(mountings.mounts(environment));
        words.prepare(pod.uid(), container, attempt).ifPresent(mounts::add);
        hosts(plan, place, mounts).ifPresent(mounts::add);
        return new ContainerPlan(
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
                mountings.devices(),
                Groups.of(pod, shared.informers()),
                logs.resolve(attempt + ".log"),
                container);
    }

    private Map<String, String> environment(NodePod pod, JsonNode container, RunningPod place)
            throws ConfigTrouble, InterruptedException {
        String ip = place.ip().isEmpty() ? hostIp : place.ip();
        var references = new References(shared.api(), pod.meta().namespace());
        Map<String, Long> allocatable = shared.informers()
                .of(Kinds.NODES)
                .find(shared.node())
                .map(Node::allocatable)
                .orElse(Map.of());
        var addresses = new FieldRefs.Addresses(List.of(hostIp), List.of(ip));
        return new Environment(pod, container, references, addresses, allocatable, services.get()).resolve();
    }

    /// A pod with an address of its own has names of its own; others have the machine's.
    private Optional<ContainerMount> hosts(PodPlan plan, RunningPod place, List<ContainerMount> mounts)
            throws IOException {
        boolean given = mounts.stream().anyMatch(mount -> mount.target().equals(HOSTS));
        if (given || place.ip().isEmpty()) {
            return Optional.empty();
        }
        Path file = shared.paths().pod(plan.uid()).resolve("etc-hosts");
        Files.writeString(file, HostsFile.of(plan.spec(), place.ip(), plan.hostname()));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        return Optional.of(new ContainerMount(file, HOSTS, false, ContainerMount.Propagation.NONE));
    }

    private static List<String> texts(JsonNode list, Map<String, String> environment) {
        return list.valueStream()
                .map(one -> Expansion.expand(one.asText(""), environment))
                .toList();
    }
}
