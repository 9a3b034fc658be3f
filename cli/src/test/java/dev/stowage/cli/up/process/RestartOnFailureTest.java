package dev.stowage.cli.up.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class RestartOnFailureTest {

    @Test
    void whatFailsIsClosedAndOpenedAgainAndInTheEndClosedForGood() {
        List<Consumer<String>> opened = new CopyOnWriteArrayList<>();
        AtomicInteger closed = new AtomicInteger();
        try (RestartOnFailure _ = RestartOnFailure.begin("it", failed -> {
            opened.add(failed);
            return closed::incrementAndGet;
        })) {
            await().until(() -> opened.size() == 1);
            opened.getFirst().accept("lost");
            await().until(() -> opened.size() == 2);
            assertThat(closed).hasValue(1);
        }
        assertThat(closed).hasValue(2);
        assertThat(opened).hasSize(2);
    }

    @Test
    void whatCannotBeOpenedIsTriedAgain() {
        AtomicInteger tries = new AtomicInteger();
        try (RestartOnFailure _ = RestartOnFailure.begin("it", _ -> {
            tries.incrementAndGet();
            throw new IOException("not yet");
        })) {
            await().until(() -> tries.get() >= 3);
        }
    }
}
