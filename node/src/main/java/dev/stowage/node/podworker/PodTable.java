package dev.stowage.node.podworker;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.node.context.NodeContext;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podvolumes.PodVolumes;
import dev.stowage.node.podworker.startspec.TerminationMessage;
import dev.stowage.node.prober.ContainerHealth;
import dev.stowage.node.prober.ProbedContainer;
import dev.stowage.node.prober.Prober;
import dev.stowage.node.runtime.ContainerRuntime;
import dev.stowage.node.runtime.RuntimeContainer;
import dev.stowage.node.runtime.RuntimeContainer.State;
import dev.stowage.node.runtime.RuntimePod;
import dev.stowage.node.staticpod.PodSources;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// All pods that the node manages, with their state. Thread-safe.
final class PodTable {
    private final NodeContext nodeContext;
    private final PodVolumes volumes;
    private final ContainerRuntime runtime;
    private final Prober prober;
    private final TerminationMessage words;
    private final PodJournal journal;
    private final PodSources sources;
    private final Map<String, ManagedPod> managedPods = new ConcurrentHashMap<>();

    PodTable(
            NodeContext nodeContext,
            PodVolumes volumes,
            ContainerRuntime runtime,
            Prober prober,
            TerminationMessage words,
            PodJournal journal,
            PodSources sources) {
        this.nodeContext = nodeContext;
        this.volumes = volumes;
        this.runtime = runtime;
        this.prober = prober;
        this.words = words;
        this.journal = journal;
        this.sources = sources;
    }

    Collection<ManagedPod> all() {
        return managedPods.values();
    }

    Optional<ManagedPod> find(String uid) {
        return Optional.ofNullable(managedPods.get(uid));
    }

    void forget(String uid) {
        managedPods.remove(uid);
    }

    /// The pod as it is now in the API server and in the runtime; empty when neither has it.
    Optional<ManagedPod> sync(String uid) throws IOException, InterruptedException {
        Optional<NodePod> reported = told(uid);
        ManagedPod managedPod = managedPods.get(uid);
        if (managedPod == null && reported.isEmpty()) {
            Optional<RuntimePod> stray = runtime.pod(uid);
            stray.ifPresent(this::adopt);
            return find(uid);
        }
        if (managedPod == null) {
            managedPod = add(reported.orElseThrow(), true);
        }
        managedPod.update(reported);
        refresh(managedPod);
        return Optional.of(managedPod);
    }

    private Optional<NodePod> told(String uid) {
        return sources.find(uid);
    }

    ManagedPod add(NodePod pod, boolean known) {
        var logs =
                nodeContext.paths().podLogs(pod.meta().namespace(), pod.meta().name(), pod.uid());
        return managedPods.computeIfAbsent(
                pod.uid(), _ -> new ManagedPod(pod, known, ContainerHistory.fromStatus(pod, logs)));
    }

    /// A pod of the runtime, whether or not the API server has it.
    ManagedPod adopt(RuntimePod running) {
        Optional<NodePod> reported = told(running.uid());
        ManagedPod managedPod = add(reported.orElseGet(() -> journal.readOrphan(running)), reported.isPresent());
        note(managedPod, Optional.of(running));
        return managedPod;
    }

    private void refresh(ManagedPod managedPod) throws IOException, InterruptedException {
        if (!managedPod.takeStale()) {
            return;
        }
        try {
            note(managedPod, runtime.pod(managedPod.uid()));
        } catch (IOException e) {
            managedPod.markStale();
            throw e;
        }
    }

    private void note(ManagedPod managedPod, Optional<RuntimePod> running) {
        RuntimePod now = running.orElse(null);
        managedPod.update(
                now,
                ContainerHistory.with(
                        managedPod.containers(),
                        now,
                        ended -> words(managedPod, ended),
                        nodeContext.clock().instant()));
    }

    private String words(ManagedPod managedPod, RuntimeContainer ended) {
        boolean failed = ended.state() instanceof State.Exited exited && exited.code() != 0;
        return managedPod
                .findSpec(ended.name())
                .map(spec -> words.read(managedPod.uid(), spec.spec(), ended.attempt(), failed, ended.log()))
                .orElse("");
    }

    PodState state(ManagedPod managedPod) {
        managedPod.update(told(managedPod.uid()));
        return managedPod.state(
                volumes.status(managedPod.uid()),
                health(managedPod),
                nodeContext.clock().instant());
    }

    private Map<String, ContainerHealth> health(ManagedPod managedPod) {
        RuntimePod place = managedPod.sandbox();
        var probed = new ArrayList<ProbedContainer>();
        for (RuntimeContainer container : place == null ? List.<RuntimeContainer>of() : managedPod.containers()) {
            if (container.state() instanceof State.Running running) {
                JsonNode reported = told(managedPod.pod(), container.id());
                managedPod
                        .findSpec(container.name())
                        .ifPresent(spec -> probed.add(new ProbedContainer(
                                container.id(),
                                spec.spec(),
                                place == null ? "" : place.ip(),
                                running.since(),
                                reported.path("started").asBoolean(),
                                reported.path("ready").asBoolean())));
            }
        }
        return prober.sync(managedPod.uid(), managedPod.pod().reference(), probed);
    }

    private static JsonNode told(NodePod pod, String id) {
        for (String list : List.of("containerStatuses", "initContainerStatuses")) {
            for (JsonNode status : pod.status().path(list)) {
                if (status.path("containerID").asText("").endsWith("://" + id)) {
                    return status;
                }
            }
        }
        return pod.status().path("nothing");
    }
}
