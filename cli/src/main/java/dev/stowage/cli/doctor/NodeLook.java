package dev.stowage.cli.doctor;

import dev.stowage.explain.doctor.Observation;
import dev.stowage.explain.doctor.node.DiskUsage;
import dev.stowage.explain.doctor.node.MountProbe;
import dev.stowage.explain.doctor.node.NodeFacts;
import dev.stowage.explain.doctor.node.NodeApiState;
import dev.stowage.explain.doctor.node.PluginSocket;
import dev.stowage.explain.doctor.node.PluginRegistration;
import dev.stowage.explain.doctor.node.HungTask;
import dev.stowage.explain.doctor.node.SystemClock;
import dev.stowage.linux.file.FileSystems;
import dev.stowage.linux.process.KernelClock;
import dev.stowage.linux.block.LoopDevices;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.linux.mount.Mounts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Looks at a machine. Nothing of it can hang: each look has its time, and what has no answer then is told as such.
///
/// @param pools folders of drivers
/// @param time that each look has
public record NodeLook(Path root, List<Path> pools, Duration time) {

    public NodeLook {
        pools = List.copyOf(pools);
    }

    public NodeFacts look(Optional<NodeApiState> cluster) throws InterruptedException {
        Glance glance = new Glance(time);
        SocketCalls calls = new SocketCalls(time);
        StuckTasks tasks = new StuckTasks(Path.of("/proc"));
        Observation<Map<StuckTasks.Waiting, HungTask>> before = glance.at("processes", tasks::look);
        Observation<List<MountPoint>> mounts =
                glance.look(() -> Mounts.system(glance.calls()).table());
        List<MountProbe> probes =
                new MountProbes(glance, root).of(mounts.asOptional().orElse(List.of()));
        Observation<List<PluginRegistration>> registrations = sockets(glance, "plugins_registry", calls::registration);
        Observation<List<PluginSocket>> drivers = drivers(glance, calls, registrations);
        return new NodeFacts(
                root,
                glance.at("the kernel", () -> KernelFiles.ofMachine().read()),
                glance.at("loop devices", () -> LoopDevices.system().list()),
                mounts,
                probes,
                glance.at("folders of volumes", () -> VolumeFolders.below(root)),
                stuck(before, glance.at("processes", tasks::look)),
                drivers,
                registrations,
                MakerTools.look(),
                disks(glance),
                glance.at(
                        "the clock", () -> new SystemClock(Clock.systemUTC().instant(), KernelClock.isSynchronised())),
                cluster);
    }

    private static Observation<List<HungTask>> stuck(
            Observation<Map<StuckTasks.Waiting, HungTask>> before, Observation<Map<StuckTasks.Waiting, HungTask>> after) {
        return switch (after) {
            case Observation.Available<Map<StuckTasks.Waiting, HungTask>> available ->
                Observation.available(StuckTasks.inBoth(before.asOptional().orElse(Map.of()), available.value()));
            case Observation.Unavailable<Map<StuckTasks.Waiting, HungTask>> unavailable -> Observation.unavailable(unavailable.why());
        };
    }

    private <T> Observation<List<T>> sockets(Glance glance, String folder, Glance.Question<Path, T> question)
            throws InterruptedException {
        Observation<List<Path>> files = glance.at(folder, () -> SocketFiles.below(root.resolve(folder)));
        return switch (files) {
            case Observation.Available<List<Path>> available -> Observation.available(Glance.each(available.value(), question));
            case Observation.Unavailable<List<Path>> unavailable -> Observation.unavailable(unavailable.why());
        };
    }

    /// Those that registrars tell of, and those that lie where they usually are.
    private Observation<List<PluginSocket>> drivers(Glance glance, SocketCalls calls, Observation<List<PluginRegistration>> registrations)
            throws InterruptedException {
        Observation<List<Path>> files = glance.at("plugins", () -> {
            Set<Path> paths = new LinkedHashSet<>(told(registrations.asOptional().orElse(List.of())));
            SocketFiles.below(root.resolve("plugins")).stream()
                    .filter(path -> path.getFileName().toString().startsWith("csi"))
                    .forEach(paths::add);
            return List.copyOf(paths);
        });
        return switch (files) {
            case Observation.Available<List<Path>> available -> Observation.available(Glance.each(available.value(), calls::driver));
            case Observation.Unavailable<List<Path>> unavailable -> Observation.unavailable(unavailable.why());
        };
    }

    private static List<Path> told(List<PluginRegistration> registrations) {
        return registrations.stream()
                .map(PluginRegistration::result)
                .flatMap(result -> result instanceof PluginRegistration.Result.Plugin plugin && plugin.isCsi()
                        ? Stream.of(plugin.endpoint().replaceFirst("^unix://", ""))
                        : Stream.empty())
                .filter(path -> path.startsWith("/") && path.indexOf(0) < 0)
                .map(Path::of)
                .map(Path::normalize)
                .toList();
    }

    private List<DiskUsage> disks(Glance glance) {
        boolean isThere = glance.at("the folder " + root, () -> Files.isDirectory(root))
                .asOptional()
                .orElse(true);
        Stream<DiskUsage> kubelet = isThere ? Stream.of(disk(glance, DiskUsage.KUBELET, root)) : Stream.empty();
        return Stream.concat(kubelet, pools.stream().map(pool -> disk(glance, DiskUsage.POOL, pool)))
                .toList();
    }

    private static DiskUsage disk(Glance glance, String use, Path folder) {
        return new DiskUsage(use, folder, glance.look(() -> FileSystems.stats(folder, glance.calls())));
    }
}
