package dev.stowage.node.eviction;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.linux.BlockingCalls;
import dev.stowage.linux.file.Directories;
import dev.stowage.node.layout.KubeletPaths;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.runtime.ContainerRuntime;
import dev.stowage.node.runtime.RuntimeContainer;
import dev.stowage.node.runtime.RuntimePod;
import dev.stowage.node.stats.DiskUsage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Measures the local storage of pods: emptyDir volumes, logs and writable layers.
final class LocalStorageMeter {
    private static final String EMPTY_DIR = "kubernetes.io~empty-dir";
    private static final String CONFIG_MAP = "kubernetes.io~configmap";

    private final KubeletPaths paths;
    private final ContainerRuntime runtime;
    private final BlockingCalls calls = new BlockingCalls(4, 256, 1, Duration.ofMinutes(5));

    LocalStorageMeter(KubeletPaths paths, ContainerRuntime runtime) {
        this.paths = paths;
        this.runtime = runtime;
    }

    LocalStorageUsage measure(NodePod pod) throws IOException, InterruptedException {
        Map<String, Long> emptyDirs = new HashMap<>();
        long total = 0;
        for (JsonNode volume : pod.volumes()) {
            String name = volume.path("name").asText("");
            if (volume.path("emptyDir").isObject()) {
                long used = size(paths.volume(pod.uid(), EMPTY_DIR, name));
                emptyDirs.put(name, used);
                // What is in memory counts against the memory of the pod.
                boolean onDisk =
                        volume.path("emptyDir").path("medium").asText("").isEmpty();
                total += onDisk ? used : 0;
            } else if (volume.path("configMap").isObject()) {
                total += size(paths.volume(pod.uid(), CONFIG_MAP, name));
            }
        }
        Map<String, Long> containers = containers(pod);
        total += containers.values().stream().mapToLong(Long::longValue).sum();
        return new LocalStorageUsage(emptyDirs, containers, total);
    }

    private Map<String, Long> containers(NodePod pod) throws IOException, InterruptedException {
        Map<String, Long> used = new HashMap<>();
        Path logs = paths.podLogs(pod.meta().namespace(), pod.meta().name(), pod.uid());
        for (String container : names(logs)) {
            used.put(container, size(logs.resolve(container)));
        }
        Optional<RuntimePod> running = runtime.pod(pod.uid());
        for (RuntimeContainer container : running.map(RuntimePod::containers).orElse(List.of())) {
            if (container.runs()) {
                used.merge(container.name(), runtime.writableLayerBytes(container.id()), Long::sum);
            }
        }
        return used;
    }

    private long size(Path directory) throws IOException {
        return isDirectory(directory) ? DiskUsage.complete(directory, calls).bytes() : 0;
    }

    private static List<String> names(Path directory) throws IOException {
        return isDirectory(directory) ? Directories.list(directory) : List.of();
    }

    private static boolean isDirectory(Path path) {
        return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
    }
}
