package dev.stowage.cli.doctor;

import dev.stowage.explain.doctor.Look;
import dev.stowage.explain.doctor.node.Disk;
import dev.stowage.explain.doctor.node.MountProbe;
import dev.stowage.explain.doctor.node.NodeFacts;
import dev.stowage.explain.doctor.node.NodeInCluster;
import dev.stowage.explain.doctor.node.PluginSocket;
import dev.stowage.explain.doctor.node.Registration;
import dev.stowage.explain.doctor.node.StuckTask;
import dev.stowage.explain.doctor.node.TimeKeeping;
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

    public NodeFacts look(Optional<NodeInCluster> cluster) throws InterruptedException {
        Glance glance = new Glance(time);
        SocketCalls calls = new SocketCalls(time);
        StuckTasks tasks = new StuckTasks(Path.of("/proc"));
        Look<Map<StuckTasks.Waiting, StuckTask>> before = glance.at("processes", tasks::look);
        Look<List<MountPoint>> mounts =
                glance.look(() -> Mounts.system(glance.calls()).table());
        List<MountProbe> probes =
                new MountProbes(glance, root).of(mounts.found().orElse(List.of()));
        Look<List<Registration>> registrations = sockets(glance, "plugins_registry", calls::registration);
        Look<List<PluginSocket>> drivers = drivers(glance, calls, registrations);
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
                        "the clock", () -> new TimeKeeping(Clock.systemUTC().instant(), KernelClock.isSynchronised())),
                cluster);
    }

    private static Look<List<StuckTask>> stuck(
            Look<Map<StuckTasks.Waiting, StuckTask>> before, Look<Map<StuckTasks.Waiting, StuckTask>> after) {
        return switch (after) {
            case Look.Seen<Map<StuckTasks.Waiting, StuckTask>> seen ->
                Look.seen(StuckTasks.inBoth(before.found().orElse(Map.of()), seen.what()));
            case Look.Unseen<Map<StuckTasks.Waiting, StuckTask>> unseen -> Look.unseen(unseen.why());
        };
    }

    private <T> Look<List<T>> sockets(Glance glance, String folder, Glance.Question<Path, T> question)
            throws InterruptedException {
        Look<List<Path>> files = glance.at(folder, () -> SocketFiles.below(root.resolve(folder)));
        return switch (files) {
            case Look.Seen<List<Path>> seen -> Look.seen(Glance.each(seen.what(), question));
            case Look.Unseen<List<Path>> unseen -> Look.unseen(unseen.why());
        };
    }

    /// Those that registrars tell of, and those that lie where they usually are.
    private Look<List<PluginSocket>> drivers(Glance glance, SocketCalls calls, Look<List<Registration>> registrations)
            throws InterruptedException {
        Look<List<Path>> files = glance.at("plugins", () -> {
            Set<Path> paths = new LinkedHashSet<>(told(registrations.found().orElse(List.of())));
            SocketFiles.below(root.resolve("plugins")).stream()
                    .filter(path -> path.getFileName().toString().startsWith("csi"))
                    .forEach(paths::add);
            return List.copyOf(paths);
        });
        return switch (files) {
            case Look.Seen<List<Path>> seen -> Look.seen(Glance.each(seen.what(), calls::driver));
            case Look.Unseen<List<Path>> unseen -> Look.unseen(unseen.why());
        };
    }

    private static List<Path> told(List<Registration> registrations) {
        return registrations.stream()
                .map(Registration::answer)
                .flatMap(answer -> answer instanceof Registration.Answer.Plugin plugin && plugin.isCsi()
                        ? Stream.of(plugin.endpoint().replaceFirst("^unix://", ""))
                        : Stream.empty())
                .filter(path -> path.startsWith("/") && path.indexOf(0) < 0)
                .map(Path::of)
                .map(Path::normalize)
                .toList();
    }

    private List<Disk> disks(Glance glance) {
        boolean isThere = glance.at("the folder " + root, () -> Files.isDirectory(root))
                .found()
                .orElse(true);
        Stream<Disk> kubelet = isThere ? Stream.of(disk(glance, Disk.KUBELET, root)) : Stream.empty();
        return Stream.concat(kubelet, pools.stream().map(pool -> disk(glance, Disk.POOL, pool)))
                .toList();
    }

    private static Disk disk(Glance glance, String use, Path folder) {
        return new Disk(use, folder, glance.look(() -> FileSystems.stats(folder, glance.calls())));
    }
}
