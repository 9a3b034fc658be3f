package dev.stowage.kube.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SurroundingsTest {

    @Test
    void aPodGoesByItsOwnNameThoughItsHostIsTheNode() throws Exception {
        assertThat(Surroundings.host(Map.of("POD_NAME", "plugin-0"))).isEqualTo("plugin-0");
        assertThat(Surroundings.host(Map.of("POD_NAME", "")))
                .isEqualTo(
                        Files.readString(Path.of("/proc/sys/kernel/hostname")).strip());
    }
}
