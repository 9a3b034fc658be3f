package dev.stowage.driver.files;

import static dev.stowage.driver.files.SampleTree.LONG_AGO;
import static dev.stowage.driver.files.SampleTree.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.linux.Stat;
import dev.stowage.linux.file.FilePermissions;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Trees that go from one directory to another as an archive.
final class FileArchiveTest {

    @TempDir
    private Path folder;

    private Path tree = Path.of("/nowhere");
    private Path copy = Path.of("/nowhere");

    @BeforeEach
    void create() throws Exception {
        assumeTrue(Stat.of(folder).uid() == 0, "owners can be given by root only");
        tree = Files.createDirectory(folder.resolve("tree"));
        copy = Files.createDirectory(folder.resolve("copy"));
    }

    private TreeTransferFixture whole() {
        return new TreeTransferFixture(copy, folder.resolve("state"), Optional.empty());
    }

    private void send() throws Exception {
        var _ = whole().carry(tree, Optional.empty(), 0);
    }

    @Test
    void everythingArrives() throws Exception {
        SampleTree.fill(tree);
        FilePermissions.chown(tree.resolve("letter"), 1234, 5678);
        FilePermissions.chown(tree.resolve("a/pointer"), 77, 88);

        send();

        Path letter = copy.resolve("letter");
        assertThat(letter).hasContent("as it was");
        assertThat(Files.getPosixFilePermissions(letter)).isEqualTo(PosixFilePermissions.fromString("r-x-w---x"));
        assertThat(Files.getLastModifiedTime(letter)).isEqualTo(LONG_AGO);
        assertThat(Stat.of(letter).uid()).isEqualTo(1234);
        assertThat(Stat.of(letter).gid()).isEqualTo(5678);
        assertThat(Stat.of(copy.resolve("a/pointer")).uid()).isEqualTo(77);
        assertThat(Files.readSymbolicLink(copy.resolve("a/pointer"))).isEqualTo(Path.of("../../../../etc/passwd"));
        assertThat(Files.getLastModifiedTime(copy.resolve("a/pointer"), LinkOption.NOFOLLOW_LINKS))
                .isEqualTo(Files.getLastModifiedTime(tree.resolve("a/pointer"), LinkOption.NOFOLLOW_LINKS));
        assertThat(Files.getLastModifiedTime(copy.resolve("a/b"))).isEqualTo(LONG_AGO);
        assertThat(Files.getLastModifiedTime(copy)).isEqualTo(LONG_AGO);
        assertThat(Files.readAllBytes(copy.resolve("a/b/c/big"))).isEqualTo(bytes(3 << 20, 1));
        assertThat(Stat.of(copy.resolve("a/second-name")).isSameFileAs(Stat.of(copy.resolve("a/b/c/big"))))
                .isTrue();
        assertThat(copy.resolve("nothing-in-it")).isEmptyDirectory();
        assertThat(Stat.of(copy.resolve("pipe")).mode()).isEqualTo(0010600);
        assertThat(Files.size(copy.resolve("sparse"))).isEqualTo(SampleTree.SPARSE);
        assertThat(Stat.of(copy.resolve("sparse")).allocatedBytes()).isLessThan(1 << 20);
        if (SampleTree.hasAttributes(tree)) {
            ByteBuffer value = ByteBuffer.allocate(8);
            SampleTree.attributes(letter).read("colour", value);
            assertThat(value.flip()).isEqualTo(ByteBuffer.wrap(new byte[] {0, 1, (byte) 200}));
        }
        try (var names = Files.list(copy)) {
            assertThat(names.count()).isEqualTo(6);
        }
    }

    @Test
    void anArchiveDoesNotDependOnWhereItsTreeIs() throws Exception {
        SampleTree.fill(tree);
        send();

        assertThat(TreeTransferFixture.sum(copy, Optional.empty()))
                .isEqualTo(TreeTransferFixture.sum(tree, Optional.empty()));
        Files.setLastModifiedTime(copy.resolve("letter"), FileTime.fromMillis(0));
        assertThat(TreeTransferFixture.sum(copy, Optional.empty()))
                .isNotEqualTo(TreeTransferFixture.sum(tree, Optional.empty()));
    }

    @Test
    void aBrokenStreamIsContinuedAnywhere() throws Exception {
        SampleTree.fill(tree);
        Files.write(tree.resolve("a/long"), bytes(6 << 20, 7));
        long durable = 0;
        int parts = 0;
        for (long stop = 1; ; stop += 1 << 20, parts++) {
            TreeTransferFixture part = whole().stopBehind(stop);
            durable = part.carry(tree, Optional.empty(), durable);
            if (part.bytes() < stop) {
                break;
            }
        }
        assertThat(parts).isGreaterThan(1);
        assertThat(Files.readAllBytes(copy.resolve("a/long"))).isEqualTo(bytes(6 << 20, 7));
    }

    @Test
    void whatIsSentAgainChangesNothing() throws Exception {
        SampleTree.fill(tree);
        long durable = whole().stopBehind(2 << 20).carry(tree, Optional.empty(), 0);

        assertThat(durable).isPositive();
        var _ = whole().carry(tree, Optional.empty(), 0);
    }

    @Test
    void aDirectoryWithManyEntriesHasSeveralRecords() throws Exception {
        for (int i = 0; i < 5000; i++) {
            Files.writeString(tree.resolve("a-rather-long-name-of-a-small-file-number-" + i), "content of " + i);
        }

        send();

        assertThat(copy.resolve("a-rather-long-name-of-a-small-file-number-4999"))
                .hasContent("content of 4999");
    }

    /// Beside the copy, its base: both as the receiver has them.
    private long difference(Path base) throws Exception {
        Path copiedBase = Files.createDirectory(folder.resolve("copied-base"));
        var _ = new TreeTransferFixture(copiedBase, folder.resolve("base-state"), Optional.empty())
                .carry(base, Optional.empty(), 0);
        var _ = new TreeTransferFixture(copy, folder.resolve("other-state"), Optional.empty())
                .carry(base, Optional.empty(), 0);
        TreeTransferFixture changes = new TreeTransferFixture(copy, folder.resolve("state"), Optional.of(copiedBase));
        var _ = changes.carry(tree, Optional.of(base), 0);
        assertThat(TreeTransferFixture.sum(copy, Optional.empty()))
                .isEqualTo(TreeTransferFixture.sum(tree, Optional.empty()));
        return changes.bytes();
    }

    private Path twin() throws Exception {
        Path base = Files.createDirectory(folder.resolve("base"));
        var _ = new TreeTransferFixture(base, folder.resolve("twin-state"), Optional.empty())
                .carry(tree, Optional.empty(), 0);
        return base;
    }

    @Test
    void aDifferenceHasWhatDiffers() throws Exception {
        SampleTree.fill(tree);
        Path base = twin();
        try (RandomAccessFile file =
                new RandomAccessFile(tree.resolve("a/b/c/big").toFile(), "rw")) {
            file.seek(1 << 20);
            file.write(bytes(100, 9));
            file.seek(2 << 20);
            file.write(bytes(8192, 0));
        }
        Files.delete(tree.resolve("letter"));
        Files.delete(tree.resolve("nothing-in-it"));
        Files.writeString(tree.resolve("nothing-in-it"), "a file now");
        Files.createDirectories(tree.resolve("new/inner"));
        Files.write(tree.resolve("new/inner/file"), bytes(5000, 4));
        Files.setPosixFilePermissions(tree.resolve("sparse"), PosixFilePermissions.fromString("rw-rw-rw-"));

        assertThat(difference(base)).isLessThan(100_000);
    }

    @Test
    void noDifferenceIsNoBytes() throws Exception {
        SampleTree.fill(tree);

        assertThat(difference(twin())).isZero();
    }

    @Test
    void aDifferenceKeepsFilesWithSeveralNamesTogether() throws Exception {
        for (String name : new String[] {"a1", "b1", "c1", "a2", "b2", "a3", "b3", "b4"}) {
            Files.createDirectories(tree.resolve("d"));
            Files.writeString(tree.resolve("d").resolve(name), name);
        }
        Path d = tree.resolve("d");
        replaceByLink(d, "a1", "b1");
        replaceByLink(d, "a1", "c1");
        replaceByLink(d, "a2", "b2");
        Path base = twin();
        // b1 is a file of its own, c1 stays; a2 is replaced under b2; a3 and b3 become one; b4 gets a name in front.
        Files.delete(d.resolve("b1"));
        Files.writeString(d.resolve("b1"), "own");
        Files.writeString(d.resolve("a1"), "changed");
        Files.writeString(d.resolve("next"), "replaces");
        Files.move(d.resolve("next"), d.resolve("a2"), StandardCopyOption.REPLACE_EXISTING);
        replaceByLink(d, "a3", "b3");
        Files.createLink(d.resolve("0"), d.resolve("b4"));

        var _ = difference(base);

        Path there = copy.resolve("d");
        assertThat(Stat.of(there.resolve("c1")).isSameFileAs(Stat.of(there.resolve("a1"))))
                .isTrue();
        assertThat(there.resolve("c1")).hasContent("changed");
        assertThat(there.resolve("b1")).hasContent("own");
        assertThat(there.resolve("b2")).hasContent("a2");
        assertThat(Stat.of(there.resolve("b2")).links()).isEqualTo(1);
        assertThat(Stat.of(there.resolve("b3")).isSameFileAs(Stat.of(there.resolve("a3"))))
                .isTrue();
        assertThat(Stat.of(there.resolve("0")).isSameFileAs(Stat.of(there.resolve("b4"))))
                .isTrue();
    }

    @Test
    void namesOfAReplacedFileFollowIt() throws Exception {
        Files.createSymbolicLink(tree.resolve("a"), Path.of("somewhere"));
        Files.createLink(tree.resolve("b"), tree.resolve("a"));
        Path base = twin();
        Files.delete(tree.resolve("a"));
        Files.delete(tree.resolve("b"));
        Files.writeString(tree.resolve("a"), "a file now");
        Files.createLink(tree.resolve("b"), tree.resolve("a"));

        var _ = difference(base);

        assertThat(copy.resolve("b")).hasContent("a file now");
        assertThat(Stat.of(copy.resolve("a")).links()).isEqualTo(2);
    }

    private static void replaceByLink(Path directory, String original, String name) throws Exception {
        Files.delete(directory.resolve(name));
        Files.createLink(directory.resolve(name), directory.resolve(original));
    }
}
