package dev.stowage.node.podworker;

import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podvolumes.HostVolume;
import dev.stowage.node.podvolumes.PodVolumeStatus;
import dev.stowage.node.podvolumes.PodVolumes;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// Volumes that are mounted immediately, or when a test allows it.
final class InMemoryVolumes implements PodVolumes {
    private final Map<String, PodVolumeStatus> answers = new ConcurrentHashMap<>();
    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final Path folder;
    private volatile boolean held;

    InMemoryVolumes(Path folder) {
        this.folder = folder;
    }

    List<String> calls() {
        return calls;
    }

    /// From now on volumes are neither mounted nor unmounted.
    void hold() {
        held = true;
    }

    void letCome(NodePod pod) {
        answer(pod.uid(), ready(pod));
    }

    void letGo(String uid) {
        answer(uid, new PodVolumeStatus.Unmounted());
    }

    private void answer(String uid, PodVolumeStatus answer) {
        if (!answer.equals(answers.put(uid, answer))) {
            listeners.forEach(listener -> listener.accept(uid));
        }
    }

    private PodVolumeStatus ready(NodePod pod) {
        Map<String, HostVolume> volumes = new HashMap<>();
        pod.volumes().forEach(volume -> {
            String name = volume.path("name").asText();
            volumes.put(name, new HostVolume(name, folder.resolve(name), false, false));
        });
        return new PodVolumeStatus.Ready(volumes);
    }

    @Override
    public void mount(NodePod pod) {
        if (!answers.containsKey(pod.uid())) {
            calls.add("want " + pod.meta().name());
        }
        if (!held) {
            letCome(pod);
        } else {
            answers.putIfAbsent(pod.uid(), new PodVolumeStatus.Waiting(List.of("v"), List.of(), List.of(), ""));
        }
    }

    @Override
    public void release(String podUid) {
        calls.add("release");
        if (!held) {
            letGo(podUid);
        }
    }

    @Override
    public void markPodsComplete() {
        calls.add("complete");
    }

    @Override
    public PodVolumeStatus status(String podUid) {
        return answers.getOrDefault(podUid, new PodVolumeStatus.Unmounted());
    }

    @Override
    public void listen(Consumer<String> listener) {
        listeners.add(listener);
    }
}
