package dev.stowage.driver.volumegroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.linux.exec.CommandRunner;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Commands whose caller was cancelled.
class UninterruptedTest {

    private static final List<String> COMMAND = List.of("echo", "done");

    @Test
    void aCommandRunsToItsEndAlthoughItsCallerIsCancelledAndTheInterruptIsKept() throws Exception {
        Thread.currentThread().interrupt();
        try {
            assertThat(Uninterrupted.call(UninterruptedTest::run)).contains("done");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void withoutItTheCommandIsKilledAtOnce() {
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(UninterruptedTest::run).hasMessageContaining("its caller was interrupted");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    private static String run() throws IOException {
        return CommandRunner.run(Duration.ofSeconds(60), COMMAND);
    }
}
