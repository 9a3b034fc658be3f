package dev.stowage.sidecar.provisioner.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.flags.FlagSet;
import dev.stowage.flags.UsageException;
import dev.stowage.sidecar.RoleFlags;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProvisionerFlagsTest {

    private static ProvisionerOptions read(Map<String, String> environment, String... args) {
        FlagSet flags = new FlagSet("csi-provisioner", "test");
        return new ProvisionerFlags(RoleFlags.alone(flags)).read(flags.parse(List.of(args)), environment);
    }

    @Test
    void defaultsAreTheKnownOnes() {
        ProvisionerOptions options = read(Map.of());
        assertThat(options.naming()).isEqualTo(new ProvisionerOptions.Naming("pvc", -1));
        assertThat(options.retries())
                .isEqualTo(new ProvisionerOptions.Retries(Duration.ofSeconds(1), Duration.ofMinutes(5)));
        assertThat(options.timeout()).isEqualTo(Duration.ofSeconds(10));
        assertThat(options.workers()).isEqualTo(100);
        assertThat(options.strictTopology()).isFalse();
        assertThat(options.immediateTopology()).isTrue();
        assertThat(options.extraMetadata()).isFalse();
        assertThat(options.defaultFsType()).isEmpty();
        assertThat(options.readOnlyPublish()).isFalse();
        assertThat(options.intent()).isTrue();
        assertThat(options.sources())
                .isEqualTo(new ProvisionerOptions.DataSourceOptions(1, Duration.ofMinutes(5), true));
        assertThat(options.capacity())
                .isEqualTo(new ProvisionerOptions.CapacityOptions(
                        false, false, Duration.ofMinutes(1), 1, 1, 1, 5, "", ""));
        assertThat(options.node())
                .isEqualTo(new ProvisionerOptions.NodeDeploymentOptions(
                        false, "", true, Duration.ofSeconds(20), Duration.ofSeconds(60)));
    }

    @Test
    void nodeIsNamedByTheEnvironment() {
        assertThat(read(Map.of("NODE_NAME", "n1"), "--node-deployment").node().name())
                .isEqualTo("n1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--node-deployment",
                "--enable-capacity",
                "--volume-name-prefix=",
                "--volume-name-uuid-length=33",
                "--worker-threads=0",
                "--retry-interval-start=10m",
                "--kube-api-capacity-qps=many",
                "--no-such-flag",
            })
    void whatCannotWorkIsRefusedAtTheStart(String arg) {
        assertThatThrownBy(() -> read(Map.of(), arg)).isInstanceOf(UsageException.class);
    }
}
