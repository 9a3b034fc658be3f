package dev.stowage.sidecar.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.stowage.flags.UsageException;
import dev.stowage.k8s.featuregate.StorageFeatures;
import dev.stowage.kube.manager.Environment;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SidecarFlagsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--csi-adress=/a         | did you mean --csi-address?",
                "--roles=atacher         | did you mean attacher?",
                "--roles=a,b             | unknown role \"a\"",
                "--feature-gates=Nope=1  | unknown feature gate \"Nope\"",
                "--feature-gates=Topology=on | neither true nor false",
                "--leader-election-type=configmaps | only leases are supported",
                "--leader-election-labels=a | not KEY:VALUE",
                "--leader-election-renew-deadline=20s | leaseDuration must be greater than renewDeadline",
                "--http-endpoint=8080    | HOST:PORT",
                "--metrics-path=metrics  | slash",
                "--logging-format=xml    | neither text nor json",
                "--csi-address=tcp://a:1 | is not a Unix socket",
                "--kube-api-qps=many     | not a number",
                "--timeout=15            | not a duration",
                "extra                   | unexpected argument"
            })
    void wrongLineIsRefusedWithWhatIsWrong(String arg, String says) {
        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> parse(arg))
                .withMessageContaining(says);
    }

    @Test
    void metricsAddressAndHttpEndpointExcludeEachOther() {
        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> parse("--metrics-address=:1", "--http-endpoint=:2"));
    }

    @Test
    void snapshotterOnEveryNodeHasNoLeader() {
        var line = new SidecarFlags(Optional.of(RoleName.SNAPSHOTTER), List.of());
        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() ->
                        line.parse(List.of("--leader-election", "--node-deployment"), EmptyEnvironment.environment()))
                .withMessage("Leader election cannot happen when node-deployment is set to true");
    }

    @Test
    void gatesAndLabelsThatAreGivenTwiceAddUp() {
        SidecarOptions options = parse(
                "--feature-gates=Topology=false",
                "--feature-gates=ReleaseLeaderElectionOnExit=false",
                "--leader-election-labels=a:b",
                "--leader-election-labels=c:d");
        assertThat(options.gates().isEnabled(StorageFeatures.TOPOLOGY)).isFalse();
        assertThat(options.gates().isEnabled(StorageFeatures.RELEASE_LEASE)).isFalse();
        assertThat(options.lease().labels()).isEqualTo(Map.of("a", "b", "c", "d"));
    }

    @Test
    void flagOfAnotherProgramIsUnknown() {
        assertThatExceptionOfType(UsageException.class)
                .isThrownBy(() -> new SidecarFlags(Optional.of(RoleName.LIVENESS), List.of())
                        .parse(List.of("--leader-election"), EmptyEnvironment.environment()))
                .withMessageContaining("unknown flag --leader-election");
    }

    @Test
    void bygoneFlagsStillMeanWhatTheyMeant() {
        SidecarOptions options =
                parse("--enable-leader-election", "--leader-election-type=leases", "--connection-timeout=5m");
        assertThat(options.lease().enabled()).isTrue();
    }

    @Test
    void goStyleFlagsAreUnderstood() {
        SidecarOptions options = parse("-csi-address", "/a/b.sock", "-leader-election=True", "--timeout", "1m50s");
        assertThat(options.driver().socket()).isEqualTo(Path.of("/a/b.sock"));
        assertThat(options.lease().enabled()).isTrue();
        assertThat(options.timeout()).isEqualTo(Duration.ofSeconds(110));
    }

    @Test
    void flagWithARolesNameWinsOverThePlainOne() {
        SidecarOptions options = parse("--timeout=3s", "--registrar-timeout=7s");
        assertThat(options.registrar().timeout()).isEqualTo(Duration.ofSeconds(7));
        assertThat(parse("--timeout=3s").registrar().timeout()).isEqualTo(Duration.ofSeconds(3));
        assertThat(parse().registrar().timeout()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void labelsOfTheLeaseAreRead() {
        assertThat(parse("--leader-election-labels=a:b,c:d").lease().labels()).isEqualTo(Map.of("a", "b", "c", "d"));
    }

    @Test
    void gatesAreRead() {
        assertThat(parse("--feature-gates=Topology=False").gates().isEnabled(StorageFeatures.TOPOLOGY))
                .isFalse();
    }

    @Test
    void versionIsPrintedAfterTheProgramsName() {
        var out = new ByteArrayOutputStream();
        var around = new Environment(
                Map.of(),
                "host",
                "1.2.3",
                new PrintStream(out, true, StandardCharsets.UTF_8),
                (_, _) -> {},
                Path.of("/x"));
        assertThat(new SidecarFlags(Optional.of(RoleName.REGISTRAR), List.of()).parse(List.of("--version"), around))
                .isEmpty();
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("csi-node-driver-registrar 1.2.3\n");
    }

    @Test
    void verbosityAndFormatReachTheLog() {
        var chosen = new AtomicReference<String>("");
        var around = new Environment(
                Map.of(), "h", "1", System.out, (verbosity, json) -> chosen.set(verbosity + " " + json), Path.of("/x"));
        new SidecarFlags(Optional.empty(), List.of()).parse(List.of("-v=5", "--logging-format=json"), around);
        assertThat(chosen.get()).isEqualTo("5 true");
    }

    private static SidecarOptions parse(String... args) {
        return new SidecarFlags(Optional.empty(), List.of())
                .parse(List.of(args), EmptyEnvironment.environment())
                .orElseThrow();
    }
}
