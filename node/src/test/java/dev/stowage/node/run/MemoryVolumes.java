package dev.stowage.node.run;

import dev.stowage.node.spec.NodePod;
import dev.stowage.node.volume.HostVolume;
import dev.stowage.node.volume.PodVolumes;
import dev.stowage.node.volume.VolumeAnswer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// Volumes that are there at once, or when a test lets them.
final class MemoryVolumes implements PodVolumes {
    private final Map<String, VolumeAnswer> answers = new ConcurrentHashMap<>();
    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final Path folder;
    private volatile boolean held;

    MemoryVolumes(Path folder) {
        this.folder = folder;
    }

    List<String> calls() {
        return calls;
    }

    /// From now on volumes neither come nor go.
    void hold() {
        held = true;
    }

    void letCome(NodePod pod) {
        answer(pod.uid(), ready(pod));
    }

    void letGo(String uid) {
        answer(uid, new VolumeAnswer.Gone());
    }

    private void answer(String uid, VolumeAnswer answer) {
        if (!answer.equals(answers.put(uid, answer))) {
            listeners.forEach(listener -> listener.accept(uid));
        }
    }

    private VolumeAnswer ready(NodePod pod) {
        Map<String, HostVolume> volumes = new HashMap<>();
        pod.volumes().forEach(volume -> {
            String name = volume.path("name").asText();
            volumes.put(name, new HostVolume(name, folder.resolve(name), false, false));
        });
        return new VolumeAnswer.Ready(volumes);
    }

    @Override
    public void want(NodePod pod) {
        if (!answers.containsKey(pod.uid())) {
            calls.add("want " + pod.meta().name());
        }
        if (!held) {
            letCome(pod);
        } else {
            answers.putIfAbsent(pod.uid(), new VolumeAnswer.Waiting(List.of("v"), List.of(), List.of(), ""));
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
    public void complete() {
        calls.add("complete");
    }

    @Override
    public VolumeAnswer answer(String podUid) {
        return answers.getOrDefault(podUid, new VolumeAnswer.Gone());
    }

    @Override
    public void listen(Consumer<String> listener) {
        listeners.add(listener);
    }
}
