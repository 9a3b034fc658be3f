package dev.stowage.node.runtime.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Prints the start time of a container.
final class StartTimeTest {
    @RegisterExtension
    private final ProcessRuntimeFixture fixture = new ProcessRuntimeFixture();

    @Test
    void containersStartOneAfterTheOther() throws IOException {
        List<Long> millis = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            long began = System.nanoTime();
            fixture.draft("sleep", "infinity").ofPod("pod-" + i).start();
            millis.add((System.nanoTime() - began) / 100_000);
        }
        List<Long> warm = new ArrayList<>(millis.subList(5, millis.size()));
        Collections.sort(warm);
        System.out.printf(
                "start of a container: first %.1f ms, then median %.1f ms, least %.1f ms%n",
                millis.getFirst() / 10.0, warm.get(warm.size() / 2) / 10.0, warm.getFirst() / 10.0);
        assertThat(fixture.runtime().pods())
                .hasSize(20)
                .allMatch(pod -> pod.containers().getFirst().runs());
    }
}
