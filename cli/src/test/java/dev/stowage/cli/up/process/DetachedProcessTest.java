package dev.stowage.cli.up.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class DetachedProcessTest {

    @Test
    void theSameCommandRunsOnceMoreButStays() {
        assertThat(DetachedProcess.command("/jdk/bin/java\0-Xmx1g\0Main\0up\0--detach\0--nodes=2\0"))
                .containsExactly("setsid", "--", "/jdk/bin/java", "-Xmx1g", "Main", "up", "--nodes=2");
    }
}
