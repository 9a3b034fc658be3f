package dev.stowage.driver.share;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.driver.mounter.protocol.MounterClient;
import dev.stowage.sdk.record.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DaemonSourceTest {

    private static DaemonSource parse(String json) throws IOException {
        return DaemonSource.parse(JsonObject.parse(json.getBytes(UTF_8)));
    }

    @Test
    void aTemplateBecomesAnArgumentVectorWithTheMountPoint() throws Exception {
        assertThat(parse("{\"type\": \"fuse\", \"argv\": [\"/bin/x\", \"-f\", \"--at={mountPoint}\"]}")
                        .argv(Path.of("/mnt/a b")))
                .containsExactly("/bin/x", "-f", "--at=/mnt/a b");
    }

    @Test
    void aVolumeOfGlusterBecomesTheCommandOfItsClient() throws Exception {
        assertThat(parse("{\"type\": \"glusterfs\", \"servers\": [\"a\", \"10.0.0.2\"], \"volume\": \"v0\","
                                + " \"mountOptions\": [\"acl\", \"log-level=ERROR\"]}")
                        .argv(Path.of("/mnt")))
                .containsExactly(
                        "/usr/sbin/glusterfs",
                        "--no-daemon",
                        "--log-file=/dev/stderr",
                        "--volfile-server=a",
                        "--volfile-server=10.0.0.2",
                        "--volfile-id=v0",
                        "--acl",
                        "--log-level=ERROR",
                        "--process-name=fuse",
                        "/mnt");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\": \"fuse\", \"argv\": []}",
                "{\"type\": \"fuse\", \"argv\": [\"bindfs\", \"{mountPoint}\"]}",
                "{\"type\": \"fuse\", \"argv\": [\"/bin/x\"]}",
                "{\"type\": \"fuse\", \"argv\": [\"/bin/x\", 7, \"{mountPoint}\"]}",
                "{\"type\": \"fuse\", \"argv\": [\"/bin/x\", \"{mountPoint}\"], \"shell\": true}",
                "{\"type\": \"glusterfs\", \"servers\": [], \"volume\": \"v\"}",
                "{\"type\": \"glusterfs\", \"servers\": [\"--x\"], \"volume\": \"v\"}",
                "{\"type\": \"glusterfs\", \"servers\": [\"a\"], \"volume\": \"../v\"}",
                "{\"type\": \"glusterfs\", \"servers\": [\"a\"], \"volume\": \"v\", \"mountOptions\": [\"log-file=/etc/x\"]}"
            })
    void whatIsNotAllowedIsRefused(String json) {
        assertThatThrownBy(() -> parse(json)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void withoutAMounterTheDriverRefusesTheSource() throws Exception {
        JsonObject source =
                JsonObject.parse("{\"type\": \"fuse\", \"argv\": [\"/bin/x\", \"{mountPoint}\"]}".getBytes(UTF_8));
        assertThatThrownBy(() -> ShareSource.parse(source, "home", MounterClient.NONE))
                .hasMessageContaining("--mounter-endpoint");
    }
}
