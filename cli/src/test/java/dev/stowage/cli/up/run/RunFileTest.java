package dev.stowage.cli.up.run;

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

final class RunFileTest {

    @TempDir
    private Path data;

    @Test
    void whoRunsIsFoundUntilItsLastWords() throws Exception {
        assertThat(RunFile.running(data)).isEmpty();
        Running self = Running.ofThisProcess().ready("https://127.0.0.1:1");
        RunFile.write(data, self);
        assertThat(RunFile.running(data)).contains(self);
        assertThat(RunFile.cutOff(data)).isEmpty();
        RunFile.writeEnd(data, "Bye.");
        assertThat(RunFile.running(data)).isEmpty();
        assertThat(RunFile.cutOff(data)).isEmpty();
        assertThat(RunFile.lastWords(data)).isEqualTo("Bye.");
    }

    @Test
    void aProcessWithTheSameNumberIsNotTheOneThatWasCutOff() throws Exception {
        Running self = Running.ofThisProcess();
        Running earlier = new Running(self.pid(), self.start() - 1, self.since(), "", true);
        RunFile.write(data, earlier);
        assertThat(RunFile.running(data)).isEmpty();
        assertThat(RunFile.cutOff(data)).contains(earlier);
    }

    @Test
    void aSecondOneIsToldWhoIsThereAndWhatToDo() throws Exception {
        RunFile.write(data, Running.ofThisProcess());
        try (DataLock _ = DataLock.take(data)) {
            assertThatThrownBy(() -> DataLock.take(data))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("process " + ProcessHandle.current().pid())
                    .hasMessageContaining("stowage down --data " + data)
                    .hasMessageContaining("--data");
        }
        DataLock.take(data).close();
        assertThat(DataLock.inUse(Path.of("/x"), Optional.empty())).contains("another one runs in /x;");
    }

    @Test
    void eachUserHasAFolder() {
        assertThat(DataFolder.ofUser(Map.of("HOME", "/home/ann")))
                .isEqualTo(Path.of("/home/ann/.local/share/stowage/up"));
        assertThat(DataFolder.ofUser(Map.of("HOME", "/home/ann", "XDG_DATA_HOME", "/data")))
                .isEqualTo(Path.of("/data/stowage/up"));
        assertThat(Runs.ofUser(Map.of("XDG_RUNTIME_DIR", "/run/user/7"))).isEqualTo(Path.of("/run/user/7/stowage"));
    }

    @Test
    void theNewestThatRunsIsMeant() throws Exception {
        Runs runs = new Runs(data.resolve("runs"));
        assertThat(runs.newest()).isEmpty();
        runs.add(data);
        assertThat(runs.newest()).as("nothing runs there").isEmpty();
        RunFile.write(data, Running.ofThisProcess());
        assertThat(runs.newest()).contains(data);
        runs.remove();
        assertThat(runs.newest()).isEmpty();
    }

    @Test
    void oneThatStartedAtTheSameTimeAndOneThatJustEndedHideNobody() throws Exception {
        Runs runs = new Runs(data.resolve("runs"));
        Files.createDirectories(runs.folder());
        RunFile.write(data, Running.ofThisProcess());
        // As a file that goes between the list and the look.
        Files.createSymbolicLink(runs.folder().resolve("up-3"), Path.of("gone"));
        for (String living : List.of("up-1", "up-2")) {
            for (String name : List.of("up-1", "up-2")) {
                Path folder = name.equals(living) ? data : data.resolve("ended");
                Path file = Files.writeString(runs.folder().resolve(name), folder + "\n");
                Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH));
            }
            assertThat(runs.newest()).contains(data);
        }
    }

    @Test
    void aFolderThatCannotBeMadeIsRefusedByTheFlagsName() {
        assertThatThrownBy(() -> DataFolder.ensure(Path.of("/proc/stowage")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("--data");
        assertThat(DataFolder.full(Path.of("/x"), 3 << 20))
                .contains("3 MiB are free")
                .contains("--data");
    }
}
