package dev.stowage.node.runtime.process;

import dev.stowage.linux.BlockingCalls;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Stat;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.file.InRootResolver;
import dev.stowage.linux.mount.DetachedMount;
import dev.stowage.linux.mount.DetachedMount.Ban;
import dev.stowage.linux.mount.ThreadNamespaces;
import dev.stowage.linux.mount.ThreadNamespaces.Kind;
import dev.stowage.linux.mountinfo.MountPropagation;
import dev.stowage.linux.process.PseudoTerminal;
import dev.stowage.node.runtime.ContainerDevice;
import dev.stowage.node.runtime.ContainerMount;
import dev.stowage.node.runtime.ContainerStartSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The mount and UTS namespaces of a container, which exist as long as these descriptors or a process in them.
///
/// A dedicated thread creates them in its own namespaces and ends. Nothing is mounted where other processes see
/// it, so nothing must be unmounted: it disappears with the last process of the container.
///
/// @param terminal of a container with `tty`, among its own terminals; not closed with the namespaces
record ContainerNamespaces(Descriptor mounts, Descriptor uts, Descriptor ipc, Optional<PseudoTerminal> terminal)
        implements AutoCloseable {
    private static final String SIZE = "size=512m";

    private record Volume(DetachedMount mount, Path target, boolean directory) {}

    static ContainerNamespaces make(RuntimeDirectories runtimeDirectories, ContainerStartSpec spec, boolean privileged)
            throws IOException {
        List<Volume> volumes = new ArrayList<>();
        try {
            for (ContainerMount mount : spec.mounts()) {
                volumes.add(volume(mount));
            }
            return DedicatedThread.run("container-files", () -> make(runtimeDirectories, spec, privileged, volumes));
        } finally {
            volumes.forEach(volume -> volume.mount().close());
        }
    }

    /// Cloned here and not on the dedicated thread: its mount namespace is private, and a volume with mount
    /// propagation must stay shared.
    private static Volume volume(ContainerMount wanted) throws IOException {
        return BlockingCalls.shared().call(wanted.source().toString(), "mount into container", wanted.source(), () -> {
            if (Files.notExists(wanted.source())) {
                // A hostPath without a type: container runtimes create the directory.
                Directories.ensure(wanted.source(), 0755);
            }
            DetachedMount mount = DetachedMount.copyOf(wanted.source());
            try {
                switch (wanted.propagation()) {
                    case NONE -> mount.spread(MountPropagation.PRIVATE);
                    case HOST_TO_CONTAINER -> mount.spread(MountPropagation.SLAVE);
                    case BIDIRECTIONAL -> {}
                }
                if (wanted.readOnly()) {
                    mount.forbid(Set.of(Ban.WRITE));
                }
                Path target = Path.of("/").resolve(wanted.target()).normalize();
                return new Volume(mount, target, Stat.of(mount.root()).isDirectory());
            } catch (IOException e) {
                mount.close();
                throw e;
            }
        });
    }

    private static ContainerNamespaces make(
            RuntimeDirectories runtimeDirectories, ContainerStartSpec spec, boolean privileged, List<Volume> volumes)
            throws IOException {
        Path hollow = runtimeDirectories.emptyDirectory();
        ThreadNamespaces.leave();
        ThreadNamespaces.hostname(spec.sandboxSpec().hostname());
        boolean writable = !spec.spec()
                .path("securityContext")
                .path("readOnlyRootFilesystem")
                .asBoolean();
        try (DetachedMount root = DetachedMount.fresh("tmpfs", List.of("mode=0755", SIZE))) {
            try (Descriptor place = Descriptor.openDirectory(hollow)) {
                root.moveTo(place);
            }
            List<Path> targets = volumes.stream().map(Volume::target).toList();
            new RootFilesystem(hollow, root.root(), runtimeDirectories.hidden(), targets).make(privileged, writable);
            InRootResolver in = new InRootResolver(root.root());
            List<Volume> outerFirst = new ArrayList<>(volumes);
            outerFirst.sort(Comparator.comparingInt(volume -> volume.target().getNameCount()));
            for (Volume volume : outerFirst) {
                place(in, hollow, volume);
            }
            for (ContainerDevice device : spec.devices()) {
                in.device(
                        Path.of("/").resolve(device.target()).normalize(),
                        Stat.of(device.source().toRealPath()));
            }
            if (!spec.workingDirectory().isEmpty()) {
                in.directory(Path.of("/").resolve(spec.workingDirectory()), 0755)
                        .close();
            }
            DetachedMount.makeReadOnly(root.root());
            Descriptor mounts = ThreadNamespaces.keep(Kind.MOUNTS);
            Descriptor names = ThreadNamespaces.keep(Kind.NAMES);
            Descriptor queues = ThreadNamespaces.keep(Kind.QUEUES);
            Optional<PseudoTerminal> terminal = ContainerConsole.hasTerminal(spec.spec())
                    ? Optional.of(PseudoTerminal.open(hollow.resolve("dev/pts/ptmx")))
                    : Optional.empty();
            ContainerNamespaces made = new ContainerNamespaces(mounts, names, queues, terminal);
            ThreadNamespaces.enter(root.root());
            return made;
        }
    }

    private static void place(InRootResolver in, Path hollow, Volume volume) throws IOException {
        try (Descriptor target =
                volume.directory() ? in.directory(volume.target(), 0755) : in.file(volume.target(), 0644)) {
            // Resolved: the path may contain links that others wrote.
            Path real = Path.of("/").resolve(hollow.relativize(Files.readSymbolicLink(target.path())));
            ProtectedPaths.check(real);
            volume.mount().moveTo(target);
        }
    }

    @Override
    public void close() {
        mounts.close();
        uts.close();
        ipc.close();
    }
}
