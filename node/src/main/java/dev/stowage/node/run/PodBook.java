package dev.stowage.node.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.kube.informer.Index;
import dev.stowage.kube.informer.Informer;
import dev.stowage.node.Shared;
import dev.stowage.node.run.plan.LastWords;
import dev.stowage.node.run.probe.Health;
import dev.stowage.node.run.probe.Probed;
import dev.stowage.node.run.probe.Prober;
import dev.stowage.node.runtime.ContainerRuntime;
import dev.stowage.node.runtime.RunningContainer;
import dev.stowage.node.runtime.RunningContainer.State;
import dev.stowage.node.runtime.RunningPod;
import dev.stowage.node.spec.NodePod;
import dev.stowage.node.volume.PodVolumes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// All pods that the node has to do with, and how each looks now. Thread-safe.
final class PodBook {
    private final Shared shared;
    private final PodVolumes volumes;
    private final ContainerRuntime runtime;
    private final Prober prober;
    private final LastWords words;
    private final PodJournal journal;
    private final Index<NodePod> byUid;
    private final Map<String, PodCare> cares = new ConcurrentHashMap<>();

    PodBook(
            Shared shared,
            PodVolumes volumes,
            ContainerRuntime runtime,
            Prober prober,
            LastWords words,
            PodJournal journal,
            Informer<NodePod> informer) {
        this.shared = shared;
        this.volumes = volumes;
        this.runtime = runtime;
        this.prober = prober;
        this.words = words;
        this.journal = journal;
        this.byUid = informer.index(pod -> List.of(pod.uid()));
    }

    Collection<PodCare> all() {
        return cares.values();
    }

    Optional<PodCare> known(String uid) {
        return Optional.ofNullable(cares.get(uid));
    }

    void forget(String uid) {
        cares.remove(uid);
    }

    /// The pod as it is now at the API server and in the runtime; empty when neither has it.
    Optional<PodCare> look(String uid) throws IOException, InterruptedException {
        Optional<NodePod> told = told(uid);
        PodCare care = cares.get(uid);
        if (care == null && told.isEmpty()) {
            Optional<RunningPod> stray = runtime.pod(uid);
            stray.ifPresent(this::adopt);
            return known(uid);
        }
        if (care == null) {
            care = meet(told.orElseThrow(), true);
        }
        care.see(told);
        refresh(care);
        return Optional.of(care);
    }

    private Optional<NodePod> told(String uid) {
        return byUid.get(uid).stream().findFirst();
    }

    PodCare meet(NodePod pod, boolean known) {
        var logs = shared.paths().podLogs(pod.meta().namespace(), pod.meta().name(), pod.uid());
        return cares.computeIfAbsent(pod.uid(), _ -> new PodCare(pod, known, Recall.told(pod, logs)));
    }

    /// A pod that the runtime has, whoever else knows it.
    PodCare adopt(RunningPod running) {
        Optional<NodePod> told = told(running.uid());
        PodCare care = meet(told.orElseGet(() -> journal.stray(running)), told.isPresent());
        note(care, Optional.of(running));
        return care;
    }

    private void refresh(PodCare care) throws IOException, InterruptedException {
        if (!care.takeStale()) {
            return;
        }
        try {
            note(care, runtime.pod(care.uid()));
        } catch (IOException e) {
            care.markStale();
            throw e;
        }
    }

    private void note(PodCare care, Optional<RunningPod> running) {
        RunningPod now = running.orElse(null);
        care.see(
                now,
                Recall.with(
                        care.containers(),
                        now,
                        ended -> words(care, ended),
                        shared.clock().instant()));
    }

    private String words(PodCare care, RunningContainer ended) {
        boolean failed = ended.state() instanceof State.Exited exited && exited.code() != 0;
        return care.findSpec(ended.name())
                .map(spec -> words.read(care.uid(), spec.spec(), ended.attempt(), failed, ended.log()))
                .orElse("");
    }

    PodView view(PodCare care) {
        care.see(told(care.uid()));
        return care.view(
                volumes.answer(care.uid()), health(care), shared.clock().instant());
    }

    private Map<String, Health> health(PodCare care) {
        RunningPod place = care.place();
        var probed = new ArrayList<Probed>();
        for (RunningContainer container : place == null ? List.<RunningContainer>of() : care.containers()) {
            if (container.state() instanceof State.Running running) {
                JsonNode told = told(care.pod(), container.id());
                care.findSpec(container.name())
                        .ifPresent(spec -> probed.add(new Probed(
                                container.id(),
                                spec.spec(),
                                place == null ? "" : place.ip(),
                                running.since(),
                                told.path("started").asBoolean(),
                                told.path("ready").asBoolean())));
            }
        }
        return prober.keep(care.uid(), care.pod().reference(), probed);
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
