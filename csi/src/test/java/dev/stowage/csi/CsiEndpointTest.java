package dev.stowage.csi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CsiEndpointTest {

    @ParameterizedTest
    @ValueSource(
            strings = {"unix:///run/csi/a.sock", "unix:/run/csi/a.sock", "UNIX:///run/csi/a.sock", "/run/csi/a.sock"})
    void everySpellingOfAnAbsolutePathIsUnderstood(String text) {
        assertThat(CsiEndpoint.parse(text)).isEqualTo(new CsiEndpoint(Path.of("/run/csi/a.sock")));
    }

    @Test
    void relativePathIsTakenFromTheWorkingDirectory() {
        assertThat(CsiEndpoint.parse("unix://a.sock").socket())
                .isEqualTo(Path.of("a.sock").toAbsolutePath());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tcp://127.0.0.1:10000",
                "127.0.0.1:10000",
                "localhost:10000",
                "dns:///csi",
                "vsock:1:2",
                "http://host/a.sock",
                "unix-abstract:a",
                "a.sock",
                ""
            })
    void anythingButAUnixSocketIsRefusedWithTheWayOut(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CsiEndpoint.parse(text))
                .withMessageContaining("\"" + text + "\"")
                .withMessageContaining("unix:///path/to/csi.sock");
    }

    @ParameterizedTest
    @ValueSource(strings = {"unix:", "unix://", "unix:///", "/", "unix:///a\0b"})
    void endpointWithoutAUsableFileIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> CsiEndpoint.parse(text));
    }

    @Test
    void pathThatDoesNotFitTheKernelIsRefusedBeforeItIsBound() {
        String longest = "/" + "a".repeat(CsiEndpoint.LONGEST - 1);

        assertThat(CsiEndpoint.parse(longest).socket()).hasToString(longest);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CsiEndpoint.parse(longest + "a"))
                .withMessageContaining("107 bytes")
                .withMessageContaining("at most 106");
        // Bytes, not characters.
        assertThatIllegalArgumentException().isThrownBy(() -> CsiEndpoint.parse("/" + "ä".repeat(60)));
    }

    @Test
    void environmentIsHonoured() {
        assertThat(CsiEndpoint.fromEnvironment(Map.of("CSI_ENDPOINT", "unix:///a.sock")))
                .isEqualTo(new CsiEndpoint(Path.of("/a.sock")));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CsiEndpoint.fromEnvironment(Map.of()))
                .withMessageContaining("CSI_ENDPOINT is not set");
    }

    @Test
    void printedEndpointCanBeReadBack() {
        var endpoint = new CsiEndpoint(Path.of("/run/csi/a.sock"));

        assertThat(endpoint).hasToString("unix:///run/csi/a.sock");
        assertThat(CsiEndpoint.parse(endpoint.toString())).isEqualTo(endpoint);
    }
}
