package dev.stowage.sidecar.attacher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.flags.FlagSet;
import dev.stowage.flags.UsageException;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.sidecar.RoleFlags;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class AttacherFlagsTest {
    private final FlagSet flags = new FlagSet("csi-attacher", "");
    private final AttacherFlags own = new AttacherFlags(RoleFlags.alone(flags));

    @Test
    void defaultsAreThoseThatPeopleKnow() {
        assertThat(own.read(flags.parse()))
                .isEqualTo(new AttacherOptions(
                        Duration.ofMinutes(10),
                        Duration.ofSeconds(15),
                        new ExponentialBackoff(Duration.ofSeconds(1), Duration.ofMinutes(5)),
                        10,
                        0,
                        "",
                        Duration.ofMinutes(1)));
    }

    @Test
    void everyFlagIsRead() {
        var line = flags.parse(
                "-resync=1m",
                "--timeout",
                "1m30s",
                "--retry-interval-start=2s",
                "--retry-interval-max=9s",
                "--worker-threads=3",
                "--max-entries=500",
                "--default-fstype=xfs",
                "--reconcile-sync=2m",
                "--max-grpc-log-length=10");

        assertThat(own.read(line))
                .isEqualTo(new AttacherOptions(
                        Duration.ofMinutes(1),
                        Duration.ofSeconds(90),
                        new ExponentialBackoff(Duration.ofSeconds(2), Duration.ofSeconds(9)),
                        3,
                        500,
                        "xfs",
                        Duration.ofMinutes(2)));
    }

    @Test
    void noWorkersAreAMistake() {
        assertThatThrownBy(() -> own.read(flags.parse("--worker-threads=0")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("--worker-threads");
    }
}
