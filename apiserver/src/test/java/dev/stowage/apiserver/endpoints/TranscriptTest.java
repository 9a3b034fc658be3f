package dev.stowage.apiserver.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.apiserver.storage.StorageOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Replays each transcript against a new server. `-Dtranscripts.rewrite=true` rewrites them; review the diff
/// afterwards.
class TranscriptTest {
    private static final Path SOURCES = Path.of("src/test/resources/dev/stowage/apiserver/endpoints/transcripts");

    @TempDir
    private Path data;

    @ParameterizedTest
    @ValueSource(strings = {"lists", "watches", "writes", "deletes", "refusals"})
    void theServerAnswersAsWritten(String name) throws IOException, InterruptedException {
        String written = read(name + ".txt");
        String replayed;
        try (TestServer server = TestServer.start(data, 0, StorageOptions.standard())) {
            replayed = new Transcript("http://127.0.0.1:" + server.port()).replay(written);
        }
        if (Boolean.getBoolean("transcripts.rewrite")) {
            Files.writeString(SOURCES.resolve(name + ".txt"), replayed);
        } else {
            assertThat(replayed).isEqualTo(written);
        }
    }

    private static String read(String file) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(TranscriptTest.class.getResourceAsStream("transcripts/" + file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
