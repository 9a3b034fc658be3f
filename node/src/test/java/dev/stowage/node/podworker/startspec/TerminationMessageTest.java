package dev.stowage.node.podworker.startspec;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.node.testing.MountFixture;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class TerminationMessageTest {
    @RegisterExtension
    final MountFixture folder = new MountFixture();

    private static ObjectNode container(String policy) {
        return Json.object()
                .put("name", "c")
                .put("terminationMessagePath", "/dev/termination-log")
                .put("terminationMessagePolicy", policy);
    }

    @Test
    void theEndOfTheLogStandsInWhenAContainerFailedWithoutAWord() throws Exception {
        var words = new TerminationMessage(folder.kubelet());
        Path log = folder.file("log", """
                2026-01-01T00:00:00Z stdout F one
                2026-01-01T00:00:01Z stderr F two words
                """);
        ObjectNode asking = container("FallbackToLogsOnError");

        Path file = words.prepare("u", asking, 0).orElseThrow().source();
        assertThat(words.read("u", asking, 0, true, log)).isEqualTo("one\ntwo words\n");
        assertThat(words.read("u", asking, 0, false, log)).isEmpty();
        assertThat(words.read("u", container("File"), 0, true, log)).isEmpty();

        Files.writeString(file, "x".repeat(5000));
        assertThat(words.read("u", asking, 0, true, log)).hasSize(4096);
    }

    @Test
    void aLinkIsNotFollowed() throws Exception {
        var words = new TerminationMessage(folder.kubelet());
        ObjectNode container = container("File");
        Path file = words.prepare("u", container, 0).orElseThrow().source();
        Files.delete(file);
        Files.createSymbolicLink(file, folder.file("secret", "hidden"));

        assertThat(words.read("u", container, 0, true, file)).isEmpty();
    }
}
