package dev.stowage.sidecar.healthmonitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.flags.FlagSet;
import dev.stowage.flags.UsageException;
import dev.stowage.sidecar.RoleFlags;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HealthMonitorFlagsTest {
    private final FlagSet flags = new FlagSet("csi-external-health-monitor-controller", "");
    private final HealthMonitorFlags own = new HealthMonitorFlags(RoleFlags.alone(flags));

    @Test
    void defaultsAreThoseThatPeopleKnow() {
        assertThat(own.read(flags.parse(), Map.of()))
                .isEqualTo(new HealthMonitorOptions(
                        Duration.ofMinutes(1), Duration.ofMinutes(5), Duration.ofSeconds(15), 10, false, ""));
    }

    @Test
    void everyFlagIsRead() {
        var line = flags.parse(
                "--monitor-interval=2m",
                "--list-volumes-interval=3m",
                "--timeout=4s",
                "--worker-threads=5",
                "--enable-node-watcher",
                "--node-deployment",
                "--resync=1m",
                "--volume-list-add-interval=1m",
                "--node-list-add-interval=1m");

        assertThat(own.read(line, Map.of("NODE_NAME", "n1")))
                .isEqualTo(new HealthMonitorOptions(
                        Duration.ofMinutes(2), Duration.ofMinutes(3), Duration.ofSeconds(4), 5, true, "n1"));
    }

    @Test
    void aMonitorOnANodeNeedsToKnowWhichNode() {
        assertThatThrownBy(() -> own.read(flags.parse("--node-deployment"), Map.of()))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("NODE_NAME");
        assertThatThrownBy(() -> own.read(flags.parse("--monitor-interval=0s"), Map.of()))
                .isInstanceOf(UsageException.class);
        assertThatThrownBy(() -> own.read(flags.parse("--worker-threads=0"), Map.of()))
                .isInstanceOf(UsageException.class);
    }
}
