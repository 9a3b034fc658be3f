package dev.stowage.driver.volumegroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.linux.exec.CommandRunner;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Commands whose caller was cancelled. They take a moment: one that has ended is not killed any more.
class UninterruptedTest {

    @Test
    void aCommandRunsToItsEndAlthoughItsCallerIsCancelledAndTheInterruptIsKept() throws Exception {
        Thread.currentThread().interrupt();
        try {
            assertThat(Uninterrupted.call(() -> run("0.2"))).isEmpty();
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void withoutItTheCommandIsKilledAtOnce() {
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> run("60")).hasMessageContaining("its caller was interrupted");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    private static String run(String seconds) throws IOException {
        return CommandRunner.run(Duration.ofSeconds(90), List.of("sleep", seconds));
    }
}
