package dev.stowage.cli.doctor;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.block.LoopDevice;
import dev.stowage.linux.block.LoopDevices;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// A kubelet root directory with real faults. Everything that is mounted, attached or open here is removed
/// afterwards.
final class BrokenKubeletRoot implements BeforeEachCallback, AfterEachCallback {
    private @Nullable Path folder;
    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        // Short, because it contains sockets.
        folder = Files.createTempDirectory(Path.of("/tmp"), "doc-");
    }

    Path root() {
        return Objects.requireNonNull(folder, "used outside a test");
    }

    static void assumeRoot() {
        assumeTrue("root".equals(System.getProperty("user.name")), "mounting needs root");
    }

    Path directory(String path) throws IOException {
        return Files.createDirectories(root().resolve(path));
    }

    /// A mount whose server never responds.
    void silentMount(Path target) throws IOException {
        Descriptor server = Descriptor.openForWriting(Path.of("/dev/fuse"));
        open.push(server);
        fuse(server, target);
    }

    /// A mount whose server has exited.
    void deadMount(Path target) throws IOException {
        try (Descriptor server = Descriptor.openForWriting(Path.of("/dev/fuse"))) {
            fuse(server, target);
        }
    }

    private static void fuse(Descriptor server, Path target) throws IOException {
        Mounts.system()
                .mount(
                        "nobody",
                        target,
                        "fuse",
                        Set.of(),
                        "fd=" + server.number() + ",rootmode=40000,user_id=0,group_id=0");
    }

    void memoryMount(Path target) throws IOException {
        Mounts.system().mount("memory", target, "tmpfs", Set.of(), "");
    }

    LoopDevice loopOver(String file) throws IOException {
        Path image = root().resolve(file);
        try (RandomAccessFile sparse = new RandomAccessFile(image.toFile(), "rw")) {
            sparse.setLength(1 << 20);
        }
        return LoopDevices.system().attach(image, false);
    }

    /// A socket that accepts connections but never responds.
    void silentSocket(Path path) throws IOException {
        open.push(listening(path));
    }

    /// A socket file without a listener: the file stays when its process is killed.
    void desertedSocket(Path path) throws IOException {
        listening(path).close();
    }

    private static ServerSocketChannel listening(Path path) throws IOException {
        Files.createDirectories(Objects.requireNonNull(path.getParent()));
        return ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(path));
    }

    void closeLater(AutoCloseable something) {
        open.push(something);
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        // Servers first: while they do not respond, their mounts can be neither unmounted nor traversed.
        while (!open.isEmpty()) {
            open.pop().close();
        }
        for (List<MountPoint> left = mounts(); !left.isEmpty(); left = mounts()) {
            Mounts.system().unmountLazily(left.getLast().target());
        }
        for (LoopDevice device : LoopDevices.system().list()) {
            if (Path.of(device.backingFile()).startsWith(root())) {
                LoopDevices.system().detach(device);
            }
        }
        Directories.removeTree(Path.of("/tmp"), root().getFileName().toString());
    }

    private List<MountPoint> mounts() throws IOException {
        return Mounts.system().table().stream()
                .filter(mount -> mount.target().startsWith(root()))
                .toList();
    }
}
