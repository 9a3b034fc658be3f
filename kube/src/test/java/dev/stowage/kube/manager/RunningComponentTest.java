package dev.stowage.kube.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RunningComponentTest {
    private final Lifecycle lifecycle = new Lifecycle();
    private final List<String> heard = new ArrayList<>();

    @Test
    void aPartIsClosedByItsOwnerLatestFirstAndOnce() throws Exception {
        RunningComponent part = lifecycle.open(
                () -> {
                    lifecycle.onShutdown(() -> heard.add("first"));
                    lifecycle.onShutdown(() -> heard.add("second"));
                },
                heard::add);
        assertThat(lifecycle.shutdownSignal().isRequested()).isFalse();
        part.close();
        part.close();
        assertThat(heard).containsExactly("second", "first");
        assertThat(lifecycle.shutdownSignal().isRequested()).isTrue();
    }

    @Test
    void theOwnerHearsOfAFailureAndStillHasToClose() throws Exception {
        RunningComponent part = lifecycle.open(() -> lifecycle.onShutdown(() -> heard.add("closed")), heard::add);
        lifecycle.shutdownSignal().fail("the lamp is out");
        lifecycle.shutdownSignal().fail("so is the other");
        assertThat(heard).containsExactly("the lamp is out");
        part.close();
        assertThat(heard).containsExactly("the lamp is out", "closed");
    }

    @Test
    void whatWasOpenedIsClosedWhenTheBeginningFails() {
        assertThatThrownBy(() -> lifecycle.open(
                        () -> {
                            lifecycle.onShutdown(() -> heard.add("closed"));
                            throw new IOException("no");
                        },
                        heard::add))
                .hasMessage("no");
        assertThat(heard).containsExactly("closed");
    }
}
