package dev.stowage.cli.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.driver.backend.BackendKind;
import dev.stowage.flags.UsageException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class UpFlagsTest {

    private static UpOptions parse(String... args) {
        return new UpFlags(Path.of("/usual")).parse(List.of(args));
    }

    @Test
    void eachNodeHasFilesOfItsOwnAndAllShareTheDisks() {
        UpOptions options = parse("--nodes=2", "--data=/some/where", "--port=0");
        assertThat(options.places()).extracting(NodeDirectories::name).containsExactly("node-1", "node-2");
        assertThat(options.places().getLast().socket("a.b"))
                .isEqualTo(Path.of("/some/where/nodes/node-2/plugins/a.b/csi.sock"));
        assertThat(options.places().getFirst().driver("a.b")).isEqualTo(Path.of("/some/where/drivers/node-1/a.b"));
        assertThat(options.disks()).isEqualTo(Path.of("/some/where/disks"));
    }

    @Test
    void aNumberThatMakesNoSenseIsRefused() {
        assertThatThrownBy(() -> parse("--nodes=0"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("--nodes");
        assertThatThrownBy(() -> parse("--port=70000"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("--port");
    }

    @Test
    void theNumberOfNodesIsLeftToTheLastStartUnlessNamed() {
        assertThat(parse().nodes()).isZero();
        assertThat(parse("--nodes=1").nodes()).isOne();
    }

    @Test
    void anEmptyFolderNameIsRefused() {
        assertThatThrownBy(() -> parse("--data="))
                .isInstanceOf(UsageException.class)
                .hasMessage("flag --data: the value is empty");
    }

    @Test
    void eventsAreKeptForAnHourUnlessAnotherTimeIsNamed() {
        assertThat(parse().eventTtl().time()).isEqualTo(Duration.ofHours(1));
        assertThat(parse("--event-ttl=10m").eventTtl().time()).isEqualTo(Duration.ofMinutes(10));
        assertThatThrownBy(() -> parse("--event-ttl=0s"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("--event-ttl");
    }

    @Test
    void theFolderIsTheUsualOneUnlessNamed() {
        assertThat(parse().data()).isEqualTo(Path.of("/usual"));
    }

    @Test
    void aFolderThatIsTooLongForSocketsIsRefusedByTheFlagsName() {
        String longest = "/" + "x".repeat(48);
        assertThat(parse("--data=" + longest).data()).isEqualTo(Path.of(longest));
        assertThatThrownBy(() -> parse("--data=" + longest + "y"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("--data")
                .hasMessageContaining("at most 49 characters");
    }

    @Test
    void aBackendThatThereIsNotIsRefused() {
        assertThat(parse("--backend=btrfs").backend()).contains(BackendKind.BTRFS);
        assertThat(parse().backend()).isEmpty();
        assertThatThrownBy(() -> parse("--backend=tape"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("--backend");
    }

    @Test
    void containersAreProcessesUnlessACriRuntimeIsNamed() {
        assertThat(parse().cri()).isEmpty();
        assertThat(parse("--runtime=cri").cri()).contains(Path.of("/run/containerd/containerd.sock"));
        assertThat(parse("--runtime=cri", "--container-runtime-endpoint=unix:///run/k.sock")
                        .cri())
                .contains(Path.of("/run/k.sock"));
    }

    @Test
    void staticPodsAreReadFromADirectoryThatIsNamed() {
        assertThat(parse().manifests()).isEmpty();
        assertThat(parse("--pod-manifest-path=/etc/pods").manifests()).contains(Path.of("/etc/pods"));
    }

    @Test
    void flagsThatDoNotFitTheRuntimeAreRefused() {
        assertThatThrownBy(() -> parse("--runtime=cri", "--nodes=2"))
                .isInstanceOf(UsageException.class)
                .hasMessage(
                        "flag --nodes: 2 nodes cannot share a CRI runtime, because each would remove the pods of the"
                                + " others (use --nodes=1 with --runtime=cri)");
        assertThatThrownBy(() -> parse("--runtime=cri", "--container-runtime-endpoint=tcp://1.2.3.4:5"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("\"tcp://1.2.3.4:5\" is not a Unix socket");
        assertThatThrownBy(() -> parse("--container-runtime-endpoint=unix:///run/k.sock"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("used with --runtime=cri only");
        assertThatThrownBy(() -> parse("--runtime=docker"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("--runtime");
    }
}
