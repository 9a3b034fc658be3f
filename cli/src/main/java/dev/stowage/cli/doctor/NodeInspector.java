package dev.stowage.cli.doctor;

import dev.stowage.explain.doctor.Observation;
import dev.stowage.explain.doctor.node.DiskUsage;
import dev.stowage.explain.doctor.node.HungTask;
import dev.stowage.explain.doctor.node.MountProbe;
import dev.stowage.explain.doctor.node.NodeApiState;
import dev.stowage.explain.doctor.node.NodeFacts;
import dev.stowage.explain.doctor.node.PluginRegistration;
import dev.stowage.explain.doctor.node.PluginSocket;
import dev.stowage.explain.doctor.node.SystemClock;
import dev.stowage.linux.block.LoopDevices;
import dev.stowage.linux.file.FileSystems;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.linux.process.KernelClock;
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

/// Reads the state of a node. Nothing can hang: each read has a timeout, which is reported.
///
/// @param pools folders of drivers
/// @param time the timeout of each check
public record NodeInspector(Path root, List<Path> pools, Duration time) {

    public NodeInspector {
        pools = List.copyOf(pools);
    }

    public NodeFacts inspect(Optional<NodeApiState> cluster) throws InterruptedException {
        TimedReader timedReader = new TimedReader(time);
        SocketProber calls = new SocketProber(time);
        HungTaskScanner tasks = new HungTaskScanner(Path.of("/proc"));
        Observation<Map<HungTaskScanner.BlockedThread, HungTask>> before =
                timedReader.readBlocking("processes", tasks::scan);
        Observation<List<MountPoint>> mounts =
                timedReader.read(() -> Mounts.system(timedReader.calls()).table());
        List<MountProbe> probes =
                new MountProber(timedReader, root).of(mounts.asOptional().orElse(List.of()));
        Observation<List<PluginRegistration>> registrations =
                sockets(timedReader, "plugins_registry", calls::registration);
        Observation<List<PluginSocket>> drivers = drivers(timedReader, calls, registrations);
        return new NodeFacts(
                root,
                timedReader.readBlocking(
                        "the kernel", () -> KernelReader.ofMachine().read()),
                timedReader.readBlocking(
                        "loop devices", () -> LoopDevices.system().list()),
                mounts,
                probes,
                timedReader.readBlocking("volume directories", () -> PodVolumeDirFinder.below(root)),
                stuck(before, timedReader.readBlocking("processes", tasks::scan)),
                drivers,
                registrations,
                MkfsToolFinder.find(),
                disks(timedReader),
                timedReader.readBlocking(
                        "the clock", () -> new SystemClock(Clock.systemUTC().instant(), KernelClock.isSynchronised())),
                cluster);
    }

    private static Observation<List<HungTask>> stuck(
            Observation<Map<HungTaskScanner.BlockedThread, HungTask>> before,
            Observation<Map<HungTaskScanner.BlockedThread, HungTask>> after) {
        return switch (after) {
            case Observation.Available<Map<HungTaskScanner.BlockedThread, HungTask>> available ->
                Observation.available(HungTaskScanner.inBoth(before.asOptional().orElse(Map.of()), available.value()));
            case Observation.Unavailable<Map<HungTaskScanner.BlockedThread, HungTask>> unavailable ->
                Observation.unavailable(unavailable.why());
        };
    }

    private <T> Observation<List<T>> sockets(
            TimedReader timedReader, String folder, TimedReader.Question<Path, T> question)
            throws InterruptedException {
        Observation<List<Path>> files =
                timedReader.readBlocking(folder, () -> SocketFinder.below(root.resolve(folder)));
        return switch (files) {
            case Observation.Available<List<Path>> available ->
                Observation.available(TimedReader.each(available.value(), question));
            case Observation.Unavailable<List<Path>> unavailable -> Observation.unavailable(unavailable.why());
        };
    }

    /// The sockets that registrars report, and those in the default location.
    private Observation<List<PluginSocket>> drivers(
            TimedReader timedReader, SocketProber calls, Observation<List<PluginRegistration>> registrations)
            throws InterruptedException {
        Observation<List<Path>> files = timedReader.readBlocking("plugins", () -> {
            Set<Path> paths =
                    new LinkedHashSet<>(told(registrations.asOptional().orElse(List.of())));
            SocketFinder.below(root.resolve("plugins")).stream()
                    .filter(path -> path.getFileName().toString().startsWith("csi"))
                    .forEach(paths::add);
            return List.copyOf(paths);
        });
        return switch (files) {
            case Observation.Available<List<Path>> available ->
                Observation.available(TimedReader.each(available.value(), calls::driver));
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

    private List<DiskUsage> disks(TimedReader timedReader) {
        boolean isThere = timedReader
                .readBlocking("the directory " + root, () -> Files.isDirectory(root))
                .asOptional()
                .orElse(true);
        Stream<DiskUsage> kubelet = isThere ? Stream.of(disk(timedReader, DiskUsage.KUBELET, root)) : Stream.empty();
        return Stream.concat(kubelet, pools.stream().map(pool -> disk(timedReader, DiskUsage.POOL, pool)))
                .toList();
    }

    private static DiskUsage disk(TimedReader timedReader, String use, Path folder) {
        return new DiskUsage(use, folder, timedReader.read(() -> FileSystems.stats(folder, timedReader.calls())));
    }
}
