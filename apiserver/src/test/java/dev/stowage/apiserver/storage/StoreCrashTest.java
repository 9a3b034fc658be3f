package dev.stowage.apiserver.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Scanner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StoreCrashTest {
    private static final int ROUNDS = Integer.getInteger("stowage.kills", 4);

    @TempDir
    private Path folder;

    private final Random random = new Random();

    @Test
    void whatWasAcknowledgedSurvivesAKill() throws Exception {
        long newest = 0;
        for (int round = 0; round < ROUNDS; round++) {
            List<String> told = writeUntilKilled();
            Map<Long, String> kept = changesAfter(newest);

            assertThat(told).as("acknowledged in round %d", round).isNotEmpty().allSatisfy(line -> {
                long revision = new Scanner(line).skip("\\w+ ").nextLong();
                assertThat(kept).containsEntry(revision, line);
            });
            newest += kept.size();
        }
    }

    /// The lines that it printed before it was killed, without an incomplete last line.
    private List<String> writeUntilKilled() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        CrashedWriter.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            int linesToLive = 50 + random.nextInt(3_000);
            StringBuilder told = new StringBuilder();
            char[] buffer = new char[512];
            boolean tried = false;
            for (int count = reader.read(buffer); count >= 0; count = reader.read(buffer)) {
                told.append(buffer, 0, count);
                if (!tried) {
                    assertThatThrownBy(() -> SqliteObjectStore.open(folder, StorageOptions.standard()))
                            .isInstanceOf(IOException.class)
                            .hasMessageContaining("in use by another process");
                    tried = true;
                }
                linesToLive -= Math.max(1, count / 20);
                if (linesToLive < 0) {
                    // Not with Process.destroy, which would close the stream with unread data.
                    process.toHandle().destroyForcibly();
                }
            }
            assertThat(process.waitFor())
                    .as("exit code of one killed by signal 9")
                    .isEqualTo(128 + 9);
            assertThat(told).doesNotContain("failed");
            String whole = told.substring(0, told.lastIndexOf("\n") + 1);
            return whole.lines().toList();
        } finally {
            process.destroyForcibly();
        }
    }

    /// The printed writes by revision. There is one for each revision.
    private Map<Long, String> changesAfter(long newest) throws Exception {
        Map<Long, String> changes = new HashMap<>();
        try (ObjectStore objectStore = SqliteObjectStore.open(folder, StorageOptions.standard());
                StorageWatch storageWatch = objectStore.watch("pods", "", newest)) {
            long revision = newest;
            while (storageWatch.revision() < objectStore.revision()) {
                for (ObjectChange objectChange : new ArrayList<>(storageWatch.next(Duration.ofMinutes(1)))) {
                    assertThat(objectChange.now().revision()).isEqualTo(++revision);
                    changes.put(revision, line(objectChange));
                }
            }
            assertThat(revision).isEqualTo(objectStore.revision());
        }
        return changes;
    }

    private static String line(ObjectChange objectChange) {
        StoredObject now = objectChange.now();
        String content = TestObjects.text(now).replaceFirst(".*=", "");
        return objectChange instanceof ObjectChange.Removed
                ? "remove %d %s -".formatted(now.revision(), now.key().name())
                : "put %d %s %s".formatted(now.revision(), now.key().name(), content);
    }
}
