package dev.stowage.driver.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.linux.Descriptor;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Trees that would take too much memory, and what is said of them.
final class WalkLimitsTest {

    private static final int MANY = 1000;
    private static final long LONG = 1 << 20;
    private static final long THREE_PATHS = 27; // each with the byte that ends it

    @TempDir
    private Path tree;

    private List<ArchiveRecord> records(Optional<Path> base, WalkLimits limits) throws Exception {
        Optional<Descriptor> before =
                base.isPresent() ? Optional.of(Descriptor.openDirectory(base.get())) : Optional.empty();
        TreePair trees = new TreePair(Descriptor.openDirectory(tree), before, ChangedFiles.ANY, limits);
        List<ArchiveRecord> records = new ArrayList<>();
        try (ArchiveWalk walk = new ArchiveWalk(trees)) {
            for (var part = walk.next(); part.isPresent(); part = walk.next()) {
                records.add(part.get().record());
            }
        }
        return records;
    }

    private void refused(WalkLimits limits, String limit, String directory) {
        refused(Optional.empty(), limits, limit, directory);
    }

    /// A caller takes this code for final.
    private void refused(Optional<Path> base, WalkLimits limits, String limit, String directory) {
        assertThatThrownBy(() -> records(base, limits))
                .isInstanceOfSatisfying(
                        CsiException.class, e -> assertThat(e.code()).isEqualTo(CsiCode.INVALID_ARGUMENT))
                .hasMessageContaining(limit)
                .hasMessageContaining("directory " + directory);
    }

    private static void fill(Path directory, int files) throws Exception {
        Files.createDirectories(directory);
        for (int i = 0; i < files; i++) {
            Files.createFile(directory.resolve("file-" + i));
        }
    }

    @Test
    void entriesOfOneDirectory() throws Exception {
        fill(tree.resolve("a/full"), 5);
        fill(tree.resolve("b"), 5);

        assertThat(records(Optional.empty(), new WalkLimits(5, MANY, LONG))).hasSize(4);
        refused(new WalkLimits(4, MANY, LONG), "more than 4 entries", "/a/full");
    }

    @Test
    void entriesOfADirectoryOfTheBase(@TempDir Path base) throws Exception {
        fill(base.resolve("a"), 5);
        fill(tree.resolve("a"), 2);

        refused(Optional.of(base), new WalkLimits(4, MANY, LONG), "more than 4 entries", "/a");
    }

    @Test
    void filesWithSeveralNames() throws Exception {
        links(tree.resolve("a"), 3);

        assertThat(records(Optional.empty(), new WalkLimits(MANY, 3, LONG))).hasSize(2);
        refused(new WalkLimits(MANY, 2, LONG), "more than 2 of its files have several names", "/a");
    }

    @Test
    void pathsOfFilesWithSeveralNames() throws Exception {
        links(tree.resolve("a"), 3);

        assertThat(records(Optional.empty(), new WalkLimits(MANY, MANY, THREE_PATHS)))
                .hasSize(2);
        refused(
                new WalkLimits(MANY, MANY, THREE_PATHS - 1),
                "files with several names (hard links) have more than 26 bytes",
                "/a");
    }

    private static void links(Path directory, int files) throws Exception {
        fill(directory, files);
        for (int i = 0; i < files; i++) {
            Files.createLink(directory.resolve("second-" + i), directory.resolve("file-" + i));
        }
    }

    @Test
    void pathsOfFilesThatHadSeveralNamesInTheBase(@TempDir Path base) throws Exception {
        links(base.resolve("a"), 3);
        fill(tree.resolve("a"), 3);

        refused(Optional.of(base), new WalkLimits(MANY, 2, LONG), "several names", "/a");
    }

    @Test
    void directoriesBesideEachOther() throws Exception {
        for (String name : new String[] {"1", "2", "3"}) {
            Files.createDirectories(tree.resolve("a/dir-" + name + "/inner"));
        }

        assertThat(records(Optional.empty(), new WalkLimits(MANY, MANY, 2 + 3 * 6 + 6)))
                .hasSize(8);
        refused(
                new WalkLimits(MANY, MANY, 2 + 3 * 6 - 1),
                "directories that lie beside each other have more than 19 bytes",
                "/a");
    }

    @Test
    void depth() throws Exception {
        Path deep = tree;
        for (int i = 0; i <= ArchiveLimits.DEEPEST; i++) {
            deep = deep.resolve("d\u0001");
        }
        Files.createDirectories(deep);

        refused(WalkLimits.FORMAT, "nested more than 200 levels deep", "/d?/d?/d?/");
    }
}
