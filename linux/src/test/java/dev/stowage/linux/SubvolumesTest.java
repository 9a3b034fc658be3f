package dev.stowage.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SubvolumesTest {
    private static final long POOL = 256L << 20;

    @RegisterExtension
    final Scratch scratch = new Scratch();

    @SuppressWarnings("NullAway.Init") // opened before each test
    private Descriptor root;

    private Path mounted = Path.of("/nowhere");

    @BeforeEach
    void makeFileSystem() throws Exception {
        scratch.assumeLoopDevicesAllowed();
        assumeTrue(Files.readString(Path.of("/proc/filesystems")).contains("btrfs"), "this kernel has no btrfs");
        mounted = scratch.mounted("btrfs", "pool", POOL);
        root = Descriptor.openDirectory(mounted);
    }

    @AfterEach
    @SuppressWarnings("NullAway") // null when the test was skipped
    void close() {
        if (root != null) {
            root.close();
        }
    }

    @Test
    void aSnapshotKnowsItsKindAndKeepsItsContent() throws Exception {
        Subvolumes.create(root, "a");
        Files.writeString(mounted.resolve("a/file"), "x");
        try (Descriptor source = Descriptor.openDirectory(mounted.resolve("a"))) {
            Subvolumes.snapshot(source, root, "frozen", true);
            Subvolumes.snapshot(source, root, "copy", false);
        }

        assertThat(find("a").readOnly()).isFalse();
        assertThat(find("frozen").readOnly()).isTrue();
        assertThat(find("frozen").madeAt()).isNotNull();
        assertThat(find("copy").readOnly()).isFalse();
        assertThat(mounted.resolve("frozen/file")).hasContent("x");
        assertThat(find("copy").madeIn()).isGreaterThan(find("frozen").madeIn());
    }

    @Test
    void aPlainDirectoryIsNoSubvolume() throws Exception {
        Files.createDirectory(mounted.resolve("plain"));

        try (Descriptor plain = Descriptor.openDirectory(mounted.resolve("plain"))) {
            assertThat(Subvolumes.find(plain)).isEmpty();
        }
        assertFailsWith(Errno.EINVAL, () -> Subvolumes.destroy(root, "plain"));
        assertFailsWith(Errno.ENOENT, () -> Subvolumes.destroy(root, "missing"));
        assertFailsWith(Errno.EEXIST, () -> Subvolumes.create(root, "plain"));
        assertThat(mounted.resolve("plain")).exists();
    }

    @Test
    void namesCannotLeaveTheirDirectory() {
        for (String name : List.of("..", "a/b", "", ".")) {
            assertThatThrownBy(() -> Subvolumes.create(root, name)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> Subvolumes.destroy(root, name)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void nestedOnesAreFoundAndDestroyed() throws Exception {
        Subvolumes.create(root, "a");
        try (Descriptor a = Descriptor.openDirectory(mounted.resolve("a"))) {
            Subvolumes.create(a, "b");
        }
        try (Descriptor b = Descriptor.openDirectory(mounted.resolve("a/b"))) {
            Subvolumes.create(b, "c");
        }
        long outer = find("a").id();
        assertThat(Subvolumes.nested(root, outer)).containsExactly(find("a/b").id());
        assertFailsWith(Errno.ENOTEMPTY, () -> Subvolumes.destroy(root, "a"));

        Subvolumes.destroyNested(root, outer);
        Subvolumes.destroy(root, "a");

        assertThat(mounted).isEmptyDirectory();
    }

    @Test
    void qgroupsCountAndLimit() throws Exception {
        assertThat(Qgroups.counting(root)).isEqualTo(Qgroups.Counting.OFF);
        Subvolumes.create(root, "a");
        Qgroups.enable(root);
        Qgroups.enable(root);
        assertThat(Qgroups.counting(root)).isEqualTo(Qgroups.Counting.EXACT);
        long id = find("a").id();

        Qgroups.limit(root, id, OptionalLong.of(8 << 20), OptionalLong.empty());
        Files.write(mounted.resolve("a/file"), new byte[4 << 20]);
        Btrfs.sync(root);

        assertThat(Qgroups.limitOf(root, id)).hasValue(8 << 20);
        assertThat(Qgroups.usage(root, id).orElseThrow().referenced()).isBetween(4L << 20, 5L << 20);
        assertThatThrownBy(() -> Files.write(mounted.resolve("a/more"), new byte[6 << 20]))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("quota");
        assertThat(Qgroups.list(root)).contains(id);
        Qgroups.limit(root, id, OptionalLong.empty(), OptionalLong.empty());
        assertThat(Qgroups.limitOf(root, id)).isEmpty();
        Qgroups.rescan(root);
        Qgroups.awaitRescan(root);
        assertThat(Qgroups.counting(root)).isEqualTo(Qgroups.Counting.EXACT);
    }

    private Subvolume find(String name) throws IOException {
        try (Descriptor opened = Descriptor.openDirectory(mounted.resolve(name))) {
            return Subvolumes.find(opened).orElseThrow();
        }
    }

    private static void assertFailsWith(Errno errno, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        LinuxException.class, e -> assertThat(e.errno()).isEqualTo(errno));
    }
}
