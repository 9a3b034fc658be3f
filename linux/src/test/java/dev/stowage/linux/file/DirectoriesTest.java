package dev.stowage.linux.file;

import static dev.stowage.linux.mount.AbstractMountsTest.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.linux.CString;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Errno;
import dev.stowage.linux.Libc;
import dev.stowage.linux.OpenFlags;
import dev.stowage.linux.ScratchDirectory;
import dev.stowage.linux.Stat;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountTable;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DirectoriesTest {
    @RegisterExtension
    final ScratchDirectory scratch = new ScratchDirectory();

    @Test
    void missingDirectoryAndParentsAreMadeWithTheMode() throws Exception {
        Path made = scratch.path().resolve("a/b/c");

        Directories.ensure(made);

        assertThat(Stat.of(made).permissions()).isEqualTo(0750);
        assertThat(Stat.of(scratch.path().resolve("a/b")).permissions()).isEqualTo(0750);
    }

    @Test
    void modeIsExactWhateverTheUmask() throws Exception {
        Path made = scratch.path().resolve("open");

        Directories.ensure(made, 0777);

        assertThat(Stat.of(made).permissions()).isEqualTo(0777);
    }

    @Test
    void existingDirectoryKeepsItsModeAndContent() throws Exception {
        Path made = scratch.path().resolve("kept");
        Directories.ensure(made, 0711);
        Files.writeString(made.resolve("f"), "x");

        Directories.ensure(made, 0700);

        assertThat(Stat.of(made).permissions()).isEqualTo(0711);
        assertThat(Directories.list(made)).containsExactly("f");
    }

    @Test
    void linkOrFileInPlaceOfTheDirectoryIsRefused() throws Exception {
        Path link = Files.createSymbolicLink(scratch.path().resolve("link"), scratch.directory("real"));
        Path file = scratch.file("file", "");

        assertFails(Errno.ELOOP, () -> Directories.ensure(link));
        assertFails(Errno.ENOTDIR, () -> Directories.ensure(file));
        assertFails(Errno.ENOTDIR, () -> Directories.ensure(file.resolve("below")));
    }

    @Test
    void treeIsRemovedAndItsNeighboursStay() throws Exception {
        Files.writeString(scratch.directory("tree/a/b").resolve("f"), "x");
        scratch.directory("tree/empty");
        scratch.directory("neighbour");

        Directories.removeTree(scratch.path(), "tree");
        Directories.removeTree(scratch.path(), "tree");

        assertThat(Directories.list(scratch.path())).containsExactly("neighbour");
    }

    @Test
    void plainFileIsRemoved() throws Exception {
        scratch.file("file", "x");

        Directories.removeTree(scratch.path(), "file");

        assertThat(Directories.list(scratch.path())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "a/b", "/etc", "../x", "a\0b"})
    void nameThatIsNoSingleComponentIsRefused(String name) {
        assertThatThrownBy(() -> Directories.removeTree(scratch.path(), name))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void linksAreRemovedAndNeverFollowed() throws Exception {
        Path outside = scratch.directory("outside");
        Files.writeString(outside.resolve("precious"), "data");
        Path tree = scratch.directory("tree/deep");
        Files.createSymbolicLink(tree.resolve("to-directory"), outside);
        Files.createSymbolicLink(tree.resolve("to-file"), outside.resolve("precious"));
        Files.createSymbolicLink(tree.resolve("dangling"), Path.of("/nowhere"));
        Files.createSymbolicLink(tree.resolve("loop"), tree);
        Files.createSymbolicLink(scratch.path().resolve("link"), outside);

        Directories.removeTree(scratch.path(), "tree");
        Directories.removeTree(scratch.path(), "link");

        assertThat(Directories.list(scratch.path())).containsExactly("outside");
        assertThat(outside.resolve("precious")).hasContent("data");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tmpfs", "bind", "file"})
    void mountInsideTheTreeStopsTheRemovalBeforeAnythingIsGone(String kind) throws Exception {
        scratch.assumeMountsAllowed();
        Path outside = scratch.directory("outside");
        Files.writeString(outside.resolve("precious"), "data");
        Path inside = scratch.directory("tree/z/mounted");
        Path insideFile = Files.writeString(inside.resolveSibling("mounted-file"), "");
        Files.writeString(scratch.path().resolve("tree/a-first"), "x");
        switch (kind) {
            case "tmpfs" -> Mounts.system().mount("t", inside, "tmpfs", Set.of(), "");
            case "bind" -> Mounts.system().bind(outside, inside, false);
            default -> Mounts.system().bind(outside.resolve("precious"), insideFile, false);
        }

        assertFails(Errno.EXDEV, () -> Directories.removeTree(scratch.path(), "tree"));

        assertThat(scratch.path().resolve("tree/a-first")).hasContent("x");
        assertThat(outside.resolve("precious")).hasContent("data");
    }

    @Test
    void treeThatIsItselfMountedIsNotRemoved() throws Exception {
        scratch.assumeMountsAllowed();
        Path outside = scratch.directory("outside");
        Files.writeString(outside.resolve("precious"), "data");
        Mounts.system().bind(outside, scratch.directory("tree"), false);

        assertFails(Errno.EXDEV, () -> Directories.removeTree(scratch.path(), "tree"));

        assertThat(outside.resolve("precious")).hasContent("data");
    }

    @Test
    void mountThatTheTableDidNotShowIsNotEnteredEither() throws Exception {
        scratch.assumeMountsAllowed();
        Path outside = scratch.directory("outside");
        Files.writeString(outside.resolve("precious"), "data");
        Mounts.system().bind(outside, scratch.directory("tree/mounted"), false);

        try (Descriptor base = Descriptor.openDirectory(scratch.path())) {
            MountTable outdated = new MountTable(java.util.List.of());
            assertFails(Errno.EXDEV, () -> new TreeRemoval(scratch.path(), base).remove("tree", outdated));
        }

        assertThat(outside.resolve("precious")).hasContent("data");
    }

    @Test
    void baseMayBeReachedThroughLink() throws Exception {
        scratch.directory("base/tree/a");
        Path alias = Files.createSymbolicLink(
                scratch.path().resolve("alias"), scratch.path().resolve("base"));

        Directories.removeTree(alias, "tree");

        assertThat(Directories.list(scratch.path().resolve("base"))).isEmpty();
    }

    @Test
    void depthDoesNotExhaustDescriptors() throws Exception {
        scratch.directory("tree");
        Descriptor at = Descriptor.openDirectory(scratch.path().resolve("tree"));
        try (Arena arena = Arena.ofConfined()) {
            long name = CString.of(arena, "d");
            for (int i = 0; i < 1500; i++) {
                Libc.check(Libc.MKDIRAT.invoke(at.number(), name, 0700), "mkdir", "d");
                Descriptor below = Descriptor.openAt(at.number(), "d", OpenFlags.DIRECTORY, 0, "d");
                at.close();
                at = below;
            }
        } finally {
            at.close();
        }

        Directories.removeTree(scratch.path(), "tree");

        assertThat(Directories.list(scratch.path())).isEmpty();
    }

    @Test
    void namesThatAreNoTextAreRemovedToo() throws Exception {
        Path tree = scratch.directory("tree");
        try (Descriptor opened = Descriptor.openDirectory(tree);
                Arena arena = Arena.ofConfined()) {
            long name = CString.of(arena, "\u00ff\u00fe", StandardCharsets.ISO_8859_1);
            Libc.check(Libc.MKDIRAT.invoke(opened.number(), name, 0700), "mkdir", "bytes");
        }

        assertThat(Directories.list(tree)).containsExactly("\ufffd\ufffd");
        Directories.removeTree(scratch.path(), "tree");

        assertThat(Directories.list(scratch.path())).isEmpty();
    }

    @Test
    void largeDirectoryIsListedAndRemovedWhole() throws Exception {
        Path tree = scratch.directory("tree");
        for (int i = 0; i < 3000; i++) {
            Files.createFile(tree.resolve("a-file-with-a-rather-long-name-" + i));
        }

        assertThat(Directories.list(tree)).hasSize(3000);
        Directories.removeTree(scratch.path(), "tree");

        assertThat(tree).doesNotExist();
    }

    @Test
    void directoryIsSyncedAndMissingOneReported() throws Exception {
        Directories.sync(scratch.path());

        assertFails(Errno.ENOENT, () -> Directories.sync(scratch.path().resolve("missing")));
    }
}
