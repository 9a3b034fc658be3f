package dev.stowage.node.builtinvolume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicWriterTest {
    private static final Instant NOW = Instant.parse("2026-02-03T04:05:06Z");

    @TempDir
    Path folder = Path.of("");

    @Test
    void usersSeeLinksIntoADirectoryThatIsNamedAfterTheTime() throws Exception {
        assertThat(write(Map.of("a", "1", "deep/er/b", "2"))).isTrue();

        assertThat(Files.readSymbolicLink(folder.resolve("a"))).isEqualTo(Path.of("..data/a"));
        assertThat(Files.readSymbolicLink(folder.resolve("deep"))).isEqualTo(Path.of("..data/deep"));
        assertThat(Files.readSymbolicLink(folder.resolve("..data")).toString())
                .matches("\\.\\.2026_02_03_04_05_06\\.\\d+");
        assertThat(folder.resolve("deep/er/b")).hasContent("2");
    }

    @Test
    void nothingIsWrittenWhenNothingIsDifferent() throws Exception {
        write(Map.of("a", "1"));
        Path data = Files.readSymbolicLink(folder.resolve("..data"));

        assertThat(write(Map.of("a", "1"))).isFalse();

        assertThat(Files.readSymbolicLink(folder.resolve("..data"))).isEqualTo(data);
    }

    @Test
    void whatIsGoneIsHiddenAndTheOldDirectoryRemoved() throws Exception {
        write(Map.of("a", "1", "b/c", "2", "b/d", "3"));

        assertThat(write(Map.of("b/d", "3", "e", "4"))).isTrue();

        assertThat(names()).hasSize(4).contains("..data", "b", "e");
        assertThat(folder.resolve("b/c")).doesNotExist();
        assertThat(folder.resolve("b/d")).hasContent("3");
    }

    @Test
    void whatAnEndedProcessLeftBehindIsNoHindrance() throws Exception {
        write(Map.of("a", "1"));
        Files.createDirectories(folder.resolve("..2026_01_01_00_00_00.7/x"));
        Files.createSymbolicLink(folder.resolve("..data_tmp"), Path.of("..2026_01_01_00_00_00.7"));
        Files.delete(folder.resolve("a"));

        write(Map.of("a", "2"));

        assertThat(folder.resolve("a")).hasContent("2");
        assertThat(names()).hasSize(3);
    }

    @Test
    void theNewFilesAreFinishedBeforeAnybodySeesThem() throws Exception {
        write(Map.of("a", "1"));
        ProjectionPayload payload = new ProjectionPayload();
        payload.put("a", ProjectedFile.of("2", 0640));

        new AtomicWriter(folder)
                .write(payload, NOW, () -> assertThat(folder.resolve("a")).hasContent("1"));

        assertThat(folder.resolve("a")).hasContent("2");
    }

    @Test
    void readersSeeAllOfTheOldOrAllOfTheNew() throws Exception {
        write(Map.of("a", "0", "b", "0"));
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger read = new AtomicInteger();
        CompletableFuture<Void> reader = CompletableFuture.runAsync(() -> {
            while (!over.get()) {
                Path data = data();
                List<String> both = Stream.of("a", "b")
                        .map(data::resolve)
                        .map(AtomicWriterTest::content)
                        .toList();
                // Empty when the directory was deleted during the read, so that the reader must try again.
                assertThat(both.contains("") || both.get(0).equals(both.get(1))).isTrue();
                read.incrementAndGet();
            }
        });
        await().until(() -> read.get() > 0 || reader.isDone());

        for (int i = 1; i < 200; i++) {
            write(Map.of("a", String.valueOf(i), "b", String.valueOf(i)));
        }

        over.set(true);
        reader.get();
        assertThat(names()).hasSize(4);
    }

    private Path data() {
        try {
            return folder.resolve(Files.readSymbolicLink(folder.resolve("..data")));
        } catch (IOException e) {
            throw new AssertionError("there is always one", e);
        }
    }

    private static String content(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return "";
        }
    }

    private boolean write(Map<String, String> files) throws IOException {
        ProjectionPayload payload = new ProjectionPayload();
        for (var file : files.entrySet()) {
            payload.put(file.getKey(), ProjectedFile.of(file.getValue(), 0644));
        }
        return new AtomicWriter(folder).write(payload, NOW, () -> {});
    }

    private List<String> names() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(path -> path.getFileName().toString()).toList();
        }
    }
}
