package dev.stowage.sidecar.snapshotter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.flags.FlagSet;
import dev.stowage.flags.UsageException;
import dev.stowage.sidecar.RoleFlags;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SnapshotterFlagsTest {

    private static SnapshotterOptions read(Map<String, String> environment, String... args) {
        FlagSet flags = new FlagSet("csi-snapshotter", "");
        SnapshotterFlags own = new SnapshotterFlags(RoleFlags.alone(flags));
        return own.read(flags.parse(args), environment);
    }

    @Test
    void theDefaultsAreThoseOfTheProgramItReplaces() {
        assertThat(read(Map.of("NODE_NAME", "n-1")))
                .isEqualTo(new SnapshotterOptions(
                        new SnapshotterOptions.Naming("snapshot", -1),
                        new SnapshotterOptions.Naming("groupsnapshot", -1),
                        Duration.ofMinutes(1),
                        10,
                        Duration.ofMinutes(15),
                        Duration.ofSeconds(1),
                        Duration.ofMinutes(5),
                        false,
                        ""));
    }

    @Test
    void everyFlagIsRead() {
        assertThat(read(
                        Map.of("NODE_NAME", "n-1"),
                        "--snapshot-name-prefix=s",
                        "--snapshot-name-uuid-length=10",
                        "--groupsnapshot-name-prefix=g",
                        "--groupsnapshot-name-uuid-length=11",
                        "--worker-threads=3",
                        "--timeout=7s",
                        "--resync-period=1h",
                        "--retry-interval-start=2s",
                        "--retry-interval-max=4s",
                        "--extra-create-metadata",
                        "--node-deployment"))
                .isEqualTo(new SnapshotterOptions(
                        new SnapshotterOptions.Naming("s", 10),
                        new SnapshotterOptions.Naming("g", 11),
                        Duration.ofSeconds(7),
                        3,
                        Duration.ofHours(1),
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(4),
                        true,
                        "n-1"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--snapshot-name-prefix=",
                "--groupsnapshot-name-prefix=",
                "--snapshot-name-uuid-length=33",
                "--groupsnapshot-name-uuid-length=-2",
                "--worker-threads=0",
                "--retry-interval-start=0s",
                "--retry-interval-max=1ms",
                "--node-deployment"
            })
    void whatMakesNoSenseIsRefused(String flag) {
        assertThatThrownBy(() -> read(Map.of(), flag)).isInstanceOf(UsageException.class);
    }

    @Test
    void namesAreCutWithoutDashes() {
        String uid = "11111111-2222-3333-4444-555555555555";
        assertThat(new SnapshotterOptions.Naming("s", -1).of(uid)).isEqualTo("s-" + uid);
        assertThat(new SnapshotterOptions.Naming("s", 10).of(uid)).isEqualTo("s-1111111122");
        assertThat(new SnapshotterOptions.Naming("s", 32).of(uid)).isEqualTo("s-" + uid.replace("-", ""));
        assertThat(new SnapshotterOptions.Naming("s", 0).of(uid)).isEqualTo("s-");
    }

    @Test
    void onANodeTheServerSendsOnlyItsContents() {
        assertThat(SnapshotSidecarController.contentSelector(read(Map.of("NODE_NAME", "n-1"), "--node-deployment")))
                .isEqualTo("labelSelector=snapshot.storage.kubernetes.io%2Fmanaged-by%3Dn-1");
        assertThat(SnapshotSidecarController.contentSelector(read(Map.of()))).isEmpty();
    }
}
