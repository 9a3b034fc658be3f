package dev.stowage.cli.up.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ReexecCommandTest {

    @Test
    void theOptionsOfThisProcessAreKeptButThoseThatCannotBeSharedAndTheCommand() {
        List<String> ours = List.of(
                "java", "-XX:+UseSerialGC", "-agentlib:jdwp=x", "@/f/arguments", "dev.stowage.cli.Main", "up", "--v=0");
        List<String> command = ReexecCommand.with(ours, "unused", List.of("driver", "--attach"));
        assertThat(command.getFirst()).endsWith("/bin/java");
        assertThat(command.subList(1, 3)).containsExactly("-XX:+UseSerialGC", "@/f/arguments");
        assertThat(command).endsWith("dev.stowage.cli.Main", "driver", "--attach");
        assertThat(command).doesNotContain("up", "--v=0", "-agentlib:jdwp=x", "unused");
    }

    @Test
    void startedBySomebodyElseItTakesTheClassPath() {
        List<String> command = ReexecCommand.with(List.of("java", "-jar", "x.jar"), "/a:/b", List.of("driver"));
        assertThat(command).containsSubsequence("-cp", "/a:/b", "dev.stowage.cli.Main", "driver");
    }
}
