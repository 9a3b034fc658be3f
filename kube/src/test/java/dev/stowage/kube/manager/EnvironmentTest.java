package dev.stowage.kube.manager;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EnvironmentTest {

    @Test
    void aPodGoesByItsOwnNameThoughItsHostIsTheNode() throws Exception {
        assertThat(Environment.host(Map.of("POD_NAME", "plugin-0"))).isEqualTo("plugin-0");
        assertThat(Environment.host(Map.of("POD_NAME", "")))
                .isEqualTo(
                        Files.readString(Path.of("/proc/sys/kernel/hostname")).strip());
    }
}
