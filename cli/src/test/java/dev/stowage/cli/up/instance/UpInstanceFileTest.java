package dev.stowage.cli.up.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class UpInstanceFileTest {

    @TempDir
    private Path data;

    @Test
    void whoRunsIsFoundUntilItsLastWords() throws Exception {
        assertThat(UpInstanceFile.running(data)).isEmpty();
        UpInstance self =
                UpInstance.ofThisProcess().withCri(Path.of("/run/c.sock")).ready("https://127.0.0.1:1");
        UpInstanceFile.write(data, self);
        assertThat(UpInstanceFile.running(data)).contains(self);
        assertThat(UpInstanceFile.interrupted(data)).isEmpty();
        UpInstanceFile.writeEnd(data, "Bye.");
        assertThat(UpInstanceFile.running(data)).isEmpty();
        assertThat(UpInstanceFile.interrupted(data)).isEmpty();
        assertThat(UpInstanceFile.lastMessage(data)).isEqualTo("Bye.");
    }

    @Test
    void aProcessWithTheSameNumberIsNotTheOneThatWasCutOff() throws Exception {
        UpInstance self = UpInstance.ofThisProcess();
        UpInstance earlier = new UpInstance(self.pid(), self.start() - 1, self.since(), Optional.empty(), "", true);
        UpInstanceFile.write(data, earlier);
        assertThat(UpInstanceFile.running(data)).isEmpty();
        assertThat(UpInstanceFile.interrupted(data)).contains(earlier);
    }

    @Test
    void aSecondOneIsToldWhoIsThereAndWhatToDo() throws Exception {
        UpInstanceFile.write(data, UpInstance.ofThisProcess());
        try (DataDirectoryLock _ = DataDirectoryLock.take(data)) {
            assertThatThrownBy(() -> DataDirectoryLock.take(data))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("process " + ProcessHandle.current().pid())
                    .hasMessageContaining("stowage down --data " + data)
                    .hasMessageContaining("--data");
        }
        DataDirectoryLock.take(data).close();
        assertThat(DataDirectoryLock.inUse(Path.of("/x"), Optional.empty()))
                .contains("another cluster is running in /x (");
    }

    @Test
    void eachUserHasAFolder() {
        assertThat(DataDirectory.ofUser(Map.of("HOME", "/home/ann")))
                .isEqualTo(Path.of("/home/ann/.local/share/stowage/up"));
        assertThat(DataDirectory.ofUser(Map.of("HOME", "/home/ann", "XDG_DATA_HOME", "/data")))
                .isEqualTo(Path.of("/data/stowage/up"));
        assertThat(UpInstances.ofUser(Map.of("XDG_RUNTIME_DIR", "/run/user/7")))
                .isEqualTo(Path.of("/run/user/7/stowage"));
    }

    @Test
    void thoseThatRunAreFound() throws Exception {
        UpInstances upInstances = new UpInstances(data.resolve("runs"));
        Path usual = data.resolve("usual");
        assertThat(upInstances.running(usual)).isEmpty();
        upInstances.add(data);
        assertThat(upInstances.running(usual)).as("nothing runs there").isEmpty();
        UpInstanceFile.write(data, UpInstance.ofThisProcess());
        assertThat(upInstances.running(usual)).containsExactly(data);
        assertThat(upInstances.running(data)).as("once").containsExactly(data);
        upInstances.remove();
        assertThat(upInstances.running(usual)).isEmpty();
        assertThat(upInstances.running(data)).as("without a file").containsExactly(data);
    }

    @Test
    void oneThatStartedAtTheSameTimeAndOneThatJustEndedHideNobody() throws Exception {
        UpInstances upInstances = new UpInstances(data.resolve("runs"));
        Files.createDirectories(upInstances.folder());
        UpInstanceFile.write(data, UpInstance.ofThisProcess());
        // Like a file that is deleted between listing and reading.
        Files.createSymbolicLink(upInstances.folder().resolve("up-3"), Path.of("gone"));
        for (String living : List.of("up-1", "up-2")) {
            for (String name : List.of("up-1", "up-2")) {
                Path folder = name.equals(living) ? data : data.resolve("ended");
                Path file = Files.writeString(upInstances.folder().resolve(name), folder + "\n");
                Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH));
            }
            assertThat(upInstances.running(data.resolve("usual"))).containsExactly(data);
        }
    }

    @Test
    void aFolderThatCannotBeMadeIsRefusedByTheFlagsName() {
        assertThatThrownBy(() -> DataDirectory.ensure(Path.of("/proc/stowage")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("--data");
        assertThat(DataDirectory.full(Path.of("/x"), 3 << 20))
                .contains("3 MiB are free")
                .contains("--data");
    }
}
