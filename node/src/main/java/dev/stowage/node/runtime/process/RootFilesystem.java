package dev.stowage.node.runtime.process;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Stat;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.file.InRootResolver;
import dev.stowage.linux.mount.DetachedMount;
import dev.stowage.linux.mount.DetachedMount.Ban;
import dev.stowage.linux.mountinfo.MountPropagation;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The root file system of a container: programs and libraries of the machine, a few settings, no data. What is
/// not listed here does not exist in it, so nothing must be hidden. It is created in the thread of the
/// container, on an empty file system.
final class RootFilesystem {
    private static final List<String> PROGRAMS = List.of("usr", "bin", "sbin", "lib", "lib32", "lib64", "libx32");
    private static final List<String> SETTINGS = List.of(
            "passwd",
            "group",
            "nsswitch.conf",
            "hosts",
            "resolv.conf",
            "host.conf",
            "localtime",
            "timezone",
            "ld.so.cache",
            "ld.so.conf",
            "services",
            "protocols",
            "os-release",
            "debian_version",
            "profile",
            "mke2fs.conf",
            "mime.types",
            "ssl/openssl.cnf",
            "ssl/certs",
            "alternatives",
            "ca-certificates",
            "terminfo");
    private static final List<String> DEVICES = List.of("null", "zero", "full", "random", "urandom", "tty");
    private static final List<String> WRITABLE = List.of("tmp", "run", "var", "home", "root", "mnt");
    private static final Set<Ban> READ_ONLY = Set.of(Ban.WRITE);
    private static final Set<Ban> KERNEL = Set.of(Ban.WRITE, Ban.SET_ID, Ban.DEVICES, Ban.PROGRAMS);

    private final Path root;
    private final InRootResolver in;
    private final List<Path> hidden;
    private final List<Path> targets;

    /// @param hidden paths that must not be visible, in case they are among the programs of the machine
    /// @param targets the mount points to create, also where files of the machine are
    RootFilesystem(Path root, Descriptor mount, List<Path> hidden, List<Path> targets) {
        this.root = root;
        this.in = new InRootResolver(mount);
        this.hidden = hidden;
        this.targets = targets;
    }

    void make(boolean privileged, boolean writable) throws IOException {
        for (String name : List.of("run", "var", "home", "mnt", "media", "srv", "proc", "sys", "opt", "etc")) {
            Directories.ensure(root.resolve(name), 0755);
        }
        Directories.ensure(root.resolve("root"), 0700);
        Directories.ensure(root.resolve("tmp"), 01777);
        for (String name : List.of("log", "lib", "cache", "spool")) {
            Directories.ensure(root.resolve("var", name), 0755);
        }
        Directories.ensure(root.resolve("var/tmp"), 01777);
        Files.createSymbolicLink(root.resolve("var/run"), Path.of("/run"));
        for (String name : PROGRAMS) {
            provide(Path.of("/", name));
        }
        for (Path each : some(Path.of("/opt"), "*")) {
            provide(each);
        }
        for (String name : SETTINGS) {
            setting(Path.of("/etc", name));
        }
        for (Path each : some(Path.of("/etc"), "java-*")) {
            setting(each);
        }
        Files.createSymbolicLink(root.resolve("etc/mtab"), Path.of("/proc/mounts"));
        Files.writeString(root.resolve("etc/fstab"), ProcMounts.table(privileged));
        devices(privileged);
        if (!UserNamespace.isWhole()) {
            // The host's /proc is visible then: the kernel allows a new one only where an existing one is fully
            // visible.
            mount(DetachedMount.copyOf(Path.of("/proc")), Path.of("/proc"), Set.of());
        }
        // A new sysfs requires ownership of the network namespace.
        DetachedMount kernel = UserNamespace.isWhole()
                ? DetachedMount.fresh("sysfs", List.of())
                : DetachedMount.copyOf(Path.of("/sys"));
        mount(kernel, Path.of("/sys"), privileged ? Set.of() : KERNEL);
        if (writable) {
            for (String name : WRITABLE) {
                mount(DetachedMount.copyOf(root.resolve(name)), Path.of("/", name), Set.of());
            }
        }
    }

    private static List<Path> some(Path folder, String pattern) throws IOException {
        List<Path> found = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> each = Files.newDirectoryStream(folder, pattern)) {
                each.forEach(found::add);
            }
        }
        return found;
    }

    /// The directory of the machine, read-only. If a mount point in it does not exist on the machine, an
    /// overlay adds it.
    private void provide(Path path) throws IOException {
        Path here = root.resolve(path.toString().substring(1));
        if (Files.isSymbolicLink(path)) {
            Files.createSymbolicLink(here, Files.readSymbolicLink(path));
            return;
        }
        if (!Files.isDirectory(path) || hidden.stream().anyMatch(path::startsWith)) {
            return;
        }
        Directories.ensure(here, 0755);
        layers(path, here);
        for (Path each : hidden) {
            if (each.startsWith(path)) {
                mount(DetachedMount.fresh("tmpfs", List.of("mode=0700")), each, READ_ONLY);
            }
        }
    }

    private void layers(Path path, Path here) throws IOException {
        List<Path> missing = targets.stream()
                .filter(target -> target.startsWith(path) && !target.equals(path) && !Files.exists(target))
                .toList();
        if (missing.isEmpty()) {
            mount(DetachedMount.copyOf(path), path, READ_ONLY);
            return;
        }
        for (Path target : missing) {
            in.directory(target, 0755).close();
        }
        try (Descriptor layer = Descriptor.openDirectory(here);
                Descriptor machine = Descriptor.openDirectory(path)) {
            String layers = layer.path() + ":" + machine.path();
            mount(DetachedMount.fresh("overlay", List.of("lowerdir=" + layers)), path, READ_ONLY);
        }
    }

    private void setting(Path path) throws IOException {
        Path here = root.resolve(path.toString().substring(1));
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Path folder = here.getParent();
        if (folder != null) {
            Directories.ensure(folder, 0755);
        }
        if (Files.isSymbolicLink(path)) {
            Files.createSymbolicLink(here, Files.readSymbolicLink(path));
        } else if (Files.isDirectory(path)) {
            Directories.ensure(here, 0755);
            mount(DetachedMount.copyOf(path), path, READ_ONLY);
        } else {
            Files.copy(path, here);
        }
    }

    private void devices(boolean privileged) throws IOException {
        Path dev = root.resolve("dev");
        Directories.ensure(dev, 0755);
        if (privileged) {
            mount(DetachedMount.copyOf(Path.of("/dev")), Path.of("/dev"), Set.of());
            return;
        }
        for (String name : DEVICES) {
            device(Path.of("/dev", name));
        }
        Directories.ensure(dev.resolve("shm"), 01777);
        mount(DetachedMount.copyOf(dev.resolve("shm")), Path.of("/dev/shm"), Set.of());
        Directories.ensure(dev.resolve("pts"), 0755);
        List<String> terminals = new ArrayList<>(List.of("newinstance", "ptmxmode=0666", "mode=0620"));
        if (UserNamespace.isWhole()) {
            terminals.add("gid=5");
        }
        mount(DetachedMount.fresh("devpts", terminals), Path.of("/dev/pts"), Set.of());
        Files.createSymbolicLink(dev.resolve("ptmx"), Path.of("pts/ptmx"));
        Files.createSymbolicLink(dev.resolve("fd"), Path.of("/proc/self/fd"));
        Files.createSymbolicLink(dev.resolve("stdin"), Path.of("/proc/self/fd/0"));
        Files.createSymbolicLink(dev.resolve("stdout"), Path.of("/proc/self/fd/1"));
        Files.createSymbolicLink(dev.resolve("stderr"), Path.of("/proc/self/fd/2"));
    }

    private void device(Path path) throws IOException {
        if (UserNamespace.isWhole()) {
            in.device(path, Stat.of(path));
            return;
        }
        try (DetachedMount machines = DetachedMount.copyOf(path);
                Descriptor target = in.file(path, 0666)) {
            machines.spread(MountPropagation.PRIVATE);
            machines.moveTo(target);
        }
    }

    private void mount(DetachedMount mount, Path at, Set<Ban> bans) throws IOException {
        try (mount;
                Descriptor target = in.directory(at, 0755)) {
            mount.spread(MountPropagation.PRIVATE);
            mount.forbid(bans);
            mount.moveTo(target);
        }
    }
}
