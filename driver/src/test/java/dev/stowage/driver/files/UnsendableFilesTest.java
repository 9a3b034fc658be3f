package dev.stowage.driver.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.file.NodeAttributes;
import dev.stowage.linux.file.TreeNode;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Files that no archive can have. A file system in memory has no limits of its own for them.
final class UnsendableFilesTest {

    private static final Path MEMORY = Path.of("/dev/shm");

    private Path tree = Path.of("/nowhere");

    @BeforeEach
    void create() throws Exception {
        assumeTrue(
                Files.isWritable(MEMORY) && Files.getFileStore(MEMORY).type().equals("tmpfs"),
                "there is no tmpfs at /dev/shm");
        tree = Files.createTempDirectory(MEMORY, "stowage-test");
        Files.createDirectory(tree.resolve("a"));
    }

    @AfterEach
    void remove() throws Exception {
        if (tree.startsWith(MEMORY)) {
            Directories.removeTree(MEMORY, tree.getFileName().toString());
        }
    }

    private void refused(String why) {
        assertThatThrownBy(() -> TreeTransferFixture.sum(tree, Optional.empty()))
                .isInstanceOfSatisfying(
                        CsiException.class, e -> assertThat(e.code()).isEqualTo(CsiCode.INVALID_ARGUMENT))
                .hasMessageContaining(why)
                .hasMessageContaining("directory /a");
    }

    @Test
    void aSparseFileThatIsTooLong() throws Exception {
        try (RandomAccessFile file =
                new RandomAccessFile(tree.resolve("a/sparse").toFile(), "rw")) {
            file.setLength(ArchiveLimits.LARGEST_FILE + 1);
        }

        refused("its sparse files are too long");
    }

    @Test
    void extendedAttributesWithTooManyBytes() throws Exception {
        attributes(70, 7, 60 << 10);

        refused("more than 4194304 bytes of extended attributes");
    }

    @Test
    void moreNamesOfExtendedAttributesThanTheKernelLists() throws Exception {
        attributes(300, 240, 1);

        refused("more than 4194304 bytes of extended attributes");
    }

    private void attributes(int count, int name, int value) throws Exception {
        Files.createFile(tree.resolve("a/file"));
        Map<String, String> extended = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            extended.put("trusted.%0".concat(Integer.toString(name)).concat("d").formatted(i), "x".repeat(value));
        }
        try (Descriptor directory = Descriptor.openDirectory(tree.resolve("a"));
                TreeNode file = TreeNode.require(directory, "file")) {
            file.settle(new NodeAttributes(0, 0, 0644, 1, 2, extended));
        } catch (IOException e) {
            assumeTrue(false, "extended attributes are not possible here: " + e.getMessage());
        }
    }
}
