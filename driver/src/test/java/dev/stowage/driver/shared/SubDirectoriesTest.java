package dev.stowage.driver.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SubDirectoriesTest {
    private static final VolumeId FIRST = VolumeId.of("first");
    private static final VolumeId SECOND = VolumeId.of("second");

    @TempDir
    private Path share;

    private SubDirectories directories = new SubDirectories(new PoolDirectory(Path.of("/nowhere")));

    @BeforeEach
    void open() throws IOException {
        PoolDirectory folder = new PoolDirectory(share.toRealPath());
        folder.ensure();
        directories = new SubDirectories(folder);
    }

    @Test
    void aDirectoryIsCreatedWithItsModeAndDeletedWithItsContent() throws Exception {
        create(FIRST, "team/db", OnDelete.DELETE);
        write("team/db/file");

        assertThat(Files.getPosixFilePermissions(share.resolve("team/db"))).hasSize(6);
        directories.remove(FIRST);

        assertThat(share.resolve("team")).isEmptyDirectory();
        assertThat(share.resolve("subdirs")).isEmptyDirectory();
        directories.remove(FIRST); // a repeat finds nothing to do
    }

    @Test
    void aDirectoryThatExistedIsNeverDeleted() throws Exception {
        Files.createDirectories(share.resolve("old"));
        write("old/file");
        create(FIRST, "old", OnDelete.DELETE);

        directories.remove(FIRST);

        assertThat(share.resolve("old/file")).exists();
    }

    @Test
    void aDirectoryOfAnotherVolumeIsNotDeleted() throws Exception {
        create(FIRST, "team", OnDelete.DELETE);
        create(SECOND, "team/inner", OnDelete.DELETE);
        write("team/inner/file");

        directories.remove(FIRST);

        assertThat(share.resolve("team/inner/file")).exists();
    }

    @Test
    void archivedAndRetainedDataStays() throws Exception {
        create(FIRST, "a", OnDelete.ARCHIVE);
        write("a/file");
        create(SECOND, "b", OnDelete.RETAIN);
        write("b/file");
        Files.createDirectories(share.resolve("archived-a"));

        directories.remove(FIRST);
        directories.remove(SECOND);

        assertThat(share.resolve("archived-a-" + FIRST).resolve("file")).exists();
        assertThat(share.resolve("archived-a")).isEmptyDirectory();
        assertThat(share.resolve("a")).doesNotExist();
        assertThat(share.resolve("b/file")).exists();
    }

    @Test
    void aDirectoryThatAUserCreatesAtThePathOfADeletedVolumeStays() throws Exception {
        create(FIRST, "team", OnDelete.DELETE);
        write("team/file");
        Files.move(share.resolve("team"), share.resolve(".stowage-removing-" + FIRST)); // killed after this step
        Files.createDirectories(share.resolve("team"));
        write("team/new");

        directories.remove(FIRST);

        assertThat(share.resolve("team/new")).exists();
        assertThat(share.resolve(".stowage-removing-" + FIRST)).doesNotExist();
        directories.remove(FIRST);
        assertThat(share.resolve("team/new")).exists();
    }

    @Test
    void anInterruptedArchivalIsFinished() throws Exception {
        create(FIRST, "team/db", OnDelete.ARCHIVE);
        write("team/db/file");
        Files.move(share.resolve("team/db"), share.resolve(".stowage-removing-" + FIRST)); // killed after this step
        Files.createDirectories(share.resolve("team/db"));

        directories.remove(FIRST);

        assertThat(share.resolve("team/archived-db/file")).exists();
        assertThat(share.resolve("team/db")).isEmptyDirectory();
    }

    @Test
    void linksAreNotFollowed() throws Exception {
        Path outside = Files.createDirectories(share.resolve("volumes/outside"));
        Files.createSymbolicLink(share.resolve("link"), outside);

        assertThatThrownBy(() -> create(FIRST, "link/db", OnDelete.DELETE)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> create(SECOND, "link", OnDelete.DELETE)).isInstanceOf(IOException.class);

        assertThat(outside).isEmptyDirectory();
    }

    private void create(VolumeId id, String path, OnDelete onDelete) throws Exception {
        directories.create(id, SubDirectory.of(path, Map.of()), 0770, onDelete);
    }

    private void write(String path) throws IOException {
        Files.writeString(share.resolve(path), "data");
    }
}
