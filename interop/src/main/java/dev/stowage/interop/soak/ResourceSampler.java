package dev.stowage.interop.soak;

import dev.stowage.interop.process.LoopDevices;
import dev.stowage.interop.process.MountPoints;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Samples a running `stowage up` from outside.
///
/// @param pid its process
/// @param data its data directory
record ResourceSampler(KubeClient api, long pid, Path data, long begun) {
    private static final double MEGABYTE = 1e6;
    private static final List<Kind<?>> KINDS = List.of(
            Kinds.PODS,
            Kinds.CLAIMS,
            Kinds.VOLUMES,
            Kinds.ATTACHMENTS,
            Kinds.SNAPSHOTS,
            Kinds.SNAPSHOT_CONTENTS,
            Kinds.LEASES,
            Kinds.CONFIG_MAPS,
            Kinds.SECRETS,
            Kinds.STORAGE_CAPACITIES,
            Kinds.CONTROLLER_REVISIONS,
            Kinds.NODES,
            Kinds.CSI_NODES);

    ResourceSample sample() throws IOException, InterruptedException {
        Map<SoakMetric, Double> values = new EnumMap<>(SoakMetric.class);
        Path process = Path.of("/proc", Long.toString(pid));
        for (String line : Files.readAllLines(process.resolve("smaps_rollup"))) {
            if (line.startsWith("Rss:")) {
                values.put(SoakMetric.RESIDENT, kilobytes(line));
            } else if (line.startsWith("Anonymous:")) {
                values.put(SoakMetric.ANONYMOUS, kilobytes(line));
            }
        }
        values.put(SoakMetric.DESCRIPTORS, entries(process.resolve("fd")));
        values.put(SoakMetric.THREADS, entries(process.resolve("task")));
        values.put(SoakMetric.MOUNTS, (double) MountPoints.beneath(data).size());
        values.put(SoakMetric.LOOP_DEVICES, (double) LoopDevices.over(data).size());
        values.put(SoakMetric.PROCESSES, (double) ProcessHandle.of(pid).stream()
                .flatMap(ProcessHandle::descendants)
                .count());
        values.put(SoakMetric.FILES, (double) files(data, path -> true).size());
        values.put(SoakMetric.DATABASE, bytes(data.resolve("api/store")) / MEGABYTE);
        double objects = 0;
        for (Kind<?> kind : KINDS) {
            objects += api.list(kind, "").items().size();
        }
        values.put(SoakMetric.OBJECTS, objects);
        values.put(
                SoakMetric.EVENTS, (double) api.list(Kinds.EVENTS, "").items().size());
        return new ResourceSample((System.nanoTime() - begun) / 1e9, values);
    }

    private static double kilobytes(String line) {
        return Long.parseLong(line.replaceAll("\\D", "")) * 1024 / MEGABYTE;
    }

    private static double entries(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.count();
        }
    }

    private static double bytes(Path folder) throws IOException {
        double sum = 0;
        for (Path file : files(folder, Files::isRegularFile)) {
            try {
                sum += Files.size(file);
            } catch (NoSuchFileException _) {
                // It ended during the check.
            }
        }
        return sum;
    }

    private interface PathFilter {
        boolean takes(Path path);
    }

    /// Files that are deleted during the scan are not counted.
    private static List<Path> files(Path folder, PathFilter pathFilter) throws IOException {
        for (int tries = 0; ; tries++) {
            try (Stream<Path> all = Files.walk(folder)) {
                return all.filter(pathFilter::takes).toList();
            } catch (UncheckedIOException e) {
                if (tries == 20) {
                    throw new IOException("the files below " + folder + " change too fast to be counted", e);
                }
            }
        }
    }
}
