package dev.stowage.linux.btrfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.ScratchDirectory;
import dev.stowage.linux.Stat;
import dev.stowage.linux.file.FilePermissions;
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

class BtrfsSubvolumesTest {
    private static final long POOL = 256L << 20;

    @RegisterExtension
    final ScratchDirectory scratch = new ScratchDirectory();

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
        BtrfsSubvolumes.create(root, "a");
        Files.writeString(mounted.resolve("a/file"), "x");
        try (Descriptor source = Descriptor.openDirectory(mounted.resolve("a"))) {
            BtrfsSubvolumes.snapshot(source, root, "frozen", true);
            BtrfsSubvolumes.snapshot(source, root, "copy", false);
        }

        assertThat(find("a").readOnly()).isFalse();
        assertThat(find("frozen").readOnly()).isTrue();
        assertThat(find("frozen").madeAt()).isNotNull();
        assertThat(find("copy").readOnly()).isFalse();
        assertThat(mounted.resolve("frozen/file")).hasContent("x");
        assertThat(find("copy").madeIn()).isGreaterThan(find("frozen").madeIn());
    }

    @Test
    void aSnapshotNamesWhatItIsASnapshotOf() throws Exception {
        BtrfsSubvolumes.create(root, "a");
        try (Descriptor source = Descriptor.openDirectory(mounted.resolve("a"))) {
            BtrfsSubvolumes.snapshot(source, root, "copy", true);
        }

        assertThat(find("a").parent()).isEmpty();
        assertThat(find("copy").parent()).contains(find("a").uuid());
        assertThat(find("copy").uuid()).isNotEqualTo(find("a").uuid());
    }

    @Test
    void inodesThatChangedSinceASnapshotAreFound() throws Exception {
        BtrfsSubvolumes.create(root, "a");
        for (int i = 0; i < 3000; i++) {
            Files.writeString(mounted.resolve("a/file-" + i), "x");
        }
        try (Descriptor source = Descriptor.openDirectory(mounted.resolve("a"))) {
            BtrfsSubvolumes.snapshot(source, root, "first", true);
            Files.writeString(mounted.resolve("a/file-7"), "y");
            FilePermissions.chmod(mounted.resolve("a/file-2000"), 0640);
            Files.writeString(mounted.resolve("a/fresh"), "z");

            BtrfsInodes changed = BtrfsInodes.changedAfter(source, find("first").madeIn());

            assertThat(changed.count()).isEqualTo(4); // with the directory
            for (String name : List.of("file-7", "file-2000", "fresh")) {
                assertThat(changed.contains(
                                Stat.of(mounted.resolve("a/" + name)).inode()))
                        .as(name)
                        .isTrue();
            }
            long other = Stat.of(mounted.resolve("a/file-8")).inode();
            assertThat(changed.contains(other)).isFalse();

            long since = find("first").madeIn();
            assertThat(BtrfsInodes.changedAfter(source, since, 4).contains(other))
                    .isFalse();
            assertThat(BtrfsInodes.changedAfter(source, since, 3).contains(other))
                    .as("of more than it remembers, nothing is known")
                    .isTrue();
        }
    }

    @Test
    void aPlainDirectoryIsNoSubvolume() throws Exception {
        Files.createDirectory(mounted.resolve("plain"));

        try (Descriptor plain = Descriptor.openDirectory(mounted.resolve("plain"))) {
            assertThat(BtrfsSubvolumes.find(plain)).isEmpty();
        }
        assertFailsWith(Errno.EINVAL, () -> BtrfsSubvolumes.destroy(root, "plain"));
        assertFailsWith(Errno.ENOENT, () -> BtrfsSubvolumes.destroy(root, "missing"));
        assertFailsWith(Errno.EEXIST, () -> BtrfsSubvolumes.create(root, "plain"));
        assertThat(mounted.resolve("plain")).exists();
    }

    @Test
    void namesCannotLeaveTheirDirectory() {
        for (String name : List.of("..", "a/b", "", ".")) {
            assertThatThrownBy(() -> BtrfsSubvolumes.create(root, name)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> BtrfsSubvolumes.destroy(root, name)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void nestedOnesAreFoundAndDestroyed() throws Exception {
        BtrfsSubvolumes.create(root, "a");
        try (Descriptor a = Descriptor.openDirectory(mounted.resolve("a"))) {
            BtrfsSubvolumes.create(a, "b");
        }
        try (Descriptor b = Descriptor.openDirectory(mounted.resolve("a/b"))) {
            BtrfsSubvolumes.create(b, "c");
        }
        long outer = find("a").id();
        assertThat(BtrfsSubvolumes.nested(root, outer))
                .containsExactly(find("a/b").id());
        assertFailsWith(Errno.ENOTEMPTY, () -> BtrfsSubvolumes.destroy(root, "a"));

        BtrfsSubvolumes.destroyNested(root, outer);
        BtrfsSubvolumes.destroy(root, "a");

        assertThat(mounted).isEmptyDirectory();
    }

    @Test
    void qgroupsCountAndLimit() throws Exception {
        assertThat(BtrfsQgroups.counting(root)).isEqualTo(BtrfsQgroups.Counting.OFF);
        BtrfsSubvolumes.create(root, "a");
        BtrfsQgroups.enable(root);
        BtrfsQgroups.enable(root);
        assertThat(BtrfsQgroups.counting(root)).isEqualTo(BtrfsQgroups.Counting.EXACT);
        long id = find("a").id();

        BtrfsQgroups.limit(root, id, OptionalLong.of(8 << 20), OptionalLong.empty());
        Files.write(mounted.resolve("a/file"), new byte[4 << 20]);
        BtrfsIoctl.sync(root);

        assertThat(BtrfsQgroups.limitOf(root, id)).hasValue(8 << 20);
        assertThat(BtrfsQgroups.usage(root, id).orElseThrow().referenced()).isBetween(4L << 20, 5L << 20);
        assertThatThrownBy(() -> Files.write(mounted.resolve("a/more"), new byte[6 << 20]))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("quota");
        assertThat(BtrfsQgroups.list(root)).contains(id);
        BtrfsQgroups.limit(root, id, OptionalLong.empty(), OptionalLong.empty());
        assertThat(BtrfsQgroups.limitOf(root, id)).isEmpty();
        BtrfsQgroups.rescan(root);
        BtrfsQgroups.awaitRescan(root);
        assertThat(BtrfsQgroups.counting(root)).isEqualTo(BtrfsQgroups.Counting.EXACT);
    }

    private BtrfsSubvolume find(String name) throws IOException {
        try (Descriptor opened = Descriptor.openDirectory(mounted.resolve(name))) {
            return BtrfsSubvolumes.find(opened).orElseThrow();
        }
    }

    private static void assertFailsWith(Errno errno, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        LinuxException.class, e -> assertThat(e.errno()).isEqualTo(errno));
    }
}
