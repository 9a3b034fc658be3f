package dev.stowage.node.runtime.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ShellScriptsTest {
    /// SIGHUP and SIGINT are the first two signals.
    private static final long INTERACTIVE = 0b11;

    /// What a program of a container ignores when its node was started with both signals ignored, as by `nohup`
    /// in the background of a script.
    private static long ignored(String signals) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder("env", "--ignore-signal=HUP,INT", "sh", "-c", ShellScripts.PROGRAM, "program");
        ShellScripts.putVariables(
                builder.environment(), "/", Map.of(), List.of("grep", "^SigIgn:", "/proc/self/status"));
        builder.environment().put("signals", signals);
        String line = new String(builder.start().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return Long.parseUnsignedLong(line.substring("SigIgn:".length()).strip(), 16) & INTERACTIVE;
    }

    @Test
    void theSignalsOfAContainerDoNotDependOnHowItsNodeWasStarted() throws IOException {
        assertThat(ignored("")).isEqualTo(INTERACTIVE);
        assertThat(ignored(ShellScripts.DEFAULT_SIGNALS)).isZero();
    }
}
