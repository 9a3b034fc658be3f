package dev.stowage.control.binder;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Cases as text: the objects, a line of dashes, the result. They cover the situations that Kubernetes
/// numbers in the tests of its own binder.
class BinderTranscriptTest {
    private static final List<String> SETS =
            List.of("any-volume", "named-volume", "bound-claim", "volume", "reclaim", "provision", "class", "races");

    @TestFactory
    Stream<DynamicTest> binderDoesWhatTheTranscriptsSay() throws IOException {
        Stream.Builder<DynamicTest> tests = Stream.builder();
        for (String set : SETS) {
            for (String play : read(set).split("(?m)^# ", -1)) {
                if (!play.isBlank()) {
                    List<String> lines = Arrays.asList(play.strip().split("\n"));
                    tests.add(DynamicTest.dynamicTest(set + ": " + lines.getFirst(), () -> check(lines)));
                }
            }
        }
        return tests.build();
    }

    private static void check(List<String> lines) throws InterruptedException {
        int dashes = lines.indexOf("----");
        List<String> expected = lines.subList(dashes + 1, lines.size());
        assertThat(BinderTranscript.play(lines.subList(1, dashes))).containsExactlyElementsOf(expected);
    }

    private static String read(String set) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(BinderTranscriptTest.class.getResourceAsStream(set + ".txt"), set)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
