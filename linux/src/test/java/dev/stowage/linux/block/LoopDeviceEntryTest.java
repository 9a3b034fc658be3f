package dev.stowage.linux.block;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.linux.Stat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the path of a backing file tells. A NUL stands for a name that has no [Path] in the locale.
final class LoopDeviceEntryTest {
    @TempDir
    private Path scratch;

    private Path disk = Path.of("");

    @BeforeEach
    void makeFile() throws Exception {
        disk = Files.createFile(scratch.resolve("disk"));
    }

    private Optional<Boolean> leadsToDisk(String backingFile) throws Exception {
        return new LoopDeviceEntry(0, backingFile, false).leadsTo(disk, Stat.of(disk));
    }

    @Test
    void aFileWithAnotherNameIsNotLookedAt() throws Exception {
        assertThat(leadsToDisk("/server that is away/other")).contains(false);
        assertThat(leadsToDisk("/\0/other")).contains(false);
        assertThat(leadsToDisk("/server that is away/other disk")).contains(false);
    }

    @Test
    void aFileOfThatNameIsComparedAndCanBeAnywhere() throws Exception {
        Path link = Files.createSymbolicLink(scratch.resolve("link"), scratch);
        Files.createFile(Files.createDirectory(scratch.resolve("other")).resolve("disk"));

        assertThat(leadsToDisk(disk.toString())).contains(true);
        assertThat(leadsToDisk(link + "/disk")).contains(true);
        assertThat(leadsToDisk(scratch + "/other/disk")).contains(false);
    }

    @Test
    void onlyTheDeviceCanTellWhatAPathThatLeadsNowhereStandsFor() throws Exception {
        assertThat(leadsToDisk("/of another mount namespace/disk")).isEmpty();
        assertThat(leadsToDisk("/\0/disk")).isEmpty();
        assertThat(new LoopDeviceEntry(0, "/gone/other", true).leadsTo(disk, Stat.of(disk)))
                .isEmpty();
    }

    @Test
    void aFileWithSeveralNamesIsFoundUnderEach() throws Exception {
        Path second = Files.createLink(scratch.resolve("second"), disk);

        assertThat(leadsToDisk(second.toString())).contains(true);
    }

    @ParameterizedTest
    @CsvSource({
        "/pool/images/disk, /pool, true",
        "/pool/disk, /, true",
        "/pool, /pool, false",
        "/pool2/disk, /pool, false",
    })
    void aPathIsBeneathADirectoryByItsText(String backingFile, Path directory, boolean expected) {
        assertThat(new LoopDeviceEntry(0, backingFile, false).isBeneath(directory))
                .isEqualTo(expected);
        assertThat(new LoopDeviceEntry(0, backingFile + "\0", false).isBeneath(directory))
                .isEqualTo(expected);
    }
}
