package dev.stowage.node.testing;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.linux.file.Directories;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.node.layout.KubeletPaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// A directory for one test. Everything in it is unmounted afterwards, also when the test failed.
public final class MountFixture implements BeforeEachCallback, AfterEachCallback {
    private @Nullable Path directory;

    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        directory = Files.createTempDirectory("stowage node ").toRealPath();
    }

    public Path path() {
        return requireNonNull(directory, "used outside a test");
    }

    public Path directory(String name) throws IOException {
        return Files.createDirectories(path().resolve(name));
    }

    public Path file(String name, String content) throws IOException {
        Path file = path().resolve(name);
        Files.createDirectories(requireNonNull(file.getParent()));
        return Files.writeString(file, content);
    }

    /// A kubelet root directory in the test directory.
    public KubeletPaths kubelet() {
        return new KubeletPaths(path().resolve("kubelet"), path().resolve("logs"));
    }

    public static void assumeRoot() {
        assumeTrue("root".equals(System.getProperty("user.name")), "needs root: mounts and owners are changed");
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException {
        Mounts mounts = Mounts.system();
        for (List<MountPoint> left = mountsHere(mounts); !left.isEmpty(); left = mountsHere(mounts)) {
            mounts.unmountLazily(left.getLast().target());
        }
        Directories.removeTree(
                requireNonNull(path().getParent()), path().getFileName().toString());
    }

    private List<MountPoint> mountsHere(Mounts mounts) throws IOException {
        return mounts.table().stream()
                .filter(mount -> mount.target().startsWith(path()))
                .toList();
    }
}
