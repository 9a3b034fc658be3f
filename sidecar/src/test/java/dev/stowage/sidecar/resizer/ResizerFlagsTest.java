package dev.stowage.sidecar.resizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.flags.FlagSet;
import dev.stowage.flags.UsageException;
import dev.stowage.sidecar.RoleFlags;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ResizerFlagsTest {
    private final FlagSet flags = new FlagSet("csi-resizer", "");
    private final ResizerFlags own = new ResizerFlags(RoleFlags.alone(flags));

    @Test
    void theDefaultsAreThoseOfTheProgramItReplaces() {
        assertThat(own.read(flags.parse(), Map.of("NODE_NAME", "n")))
                .isEqualTo(new ResizerOptions(
                        Duration.ofMinutes(10),
                        10,
                        false,
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(1),
                        Duration.ofMinutes(5),
                        true,
                        ""));
    }

    @Test
    void everyFlagIsRead() {
        assertThat(own.read(
                        flags.parse(
                                "-resync-period=1m",
                                "--workers",
                                "100",
                                "--extra-modify-metadata",
                                "--timeout=1m50s",
                                "--retry-interval-start=2s",
                                "--retry-interval-max=10m",
                                "--handle-volume-inuse-error=false",
                                "--node-deployment"),
                        Map.of("NODE_NAME", "n")))
                .isEqualTo(new ResizerOptions(
                        Duration.ofMinutes(1),
                        100,
                        true,
                        Duration.ofSeconds(110),
                        Duration.ofSeconds(2),
                        Duration.ofMinutes(10),
                        false,
                        "n"));
    }

    @Test
    void theLongestPauseIsAtLeastTheFirst() {
        var options = own.read(flags.parse("--retry-interval-start=10m"), Map.of());

        assertThat(options.retries().pause(7)).isEqualTo(Duration.ofMinutes(10));
    }

    @Test
    void aNodeWithoutANameAndNoWorkersAreRefused() {
        assertThatThrownBy(() -> own.read(flags.parse("--node-deployment"), Map.of()))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("NODE_NAME");
        assertThatThrownBy(() -> own.read(flags.parse("--workers=0"), Map.of()))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("--workers");
        assertThatThrownBy(() -> own.read(flags.parse("--retry-interval-start=0s"), Map.of()))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("--retry-interval-start");
    }
}
