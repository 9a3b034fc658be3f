package dev.stowage.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.ServerOptions;
import dev.stowage.csi.SocketServer;
import dev.stowage.csi.v1.GetPluginInfoRequest;
import dev.stowage.csi.v1.GetPluginInfoResponse;
import dev.stowage.csi.v1.IdentityGrpc;
import dev.stowage.csi.v1.ProbeRequest;
import dev.stowage.csi.v1.ProbeResponse;
import dev.stowage.explain.doctor.CheckResult;
import dev.stowage.explain.doctor.CheckSeverity;
import dev.stowage.explain.doctor.node.NodeApiState;
import dev.stowage.explain.doctor.node.NodeDoctor;
import dev.stowage.linux.block.LoopDevice;
import dev.stowage.node.layout.VolData;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class NodeInspectorTest {
    private static final String VOLUME = "pods/uid-1/volumes/kubernetes.io~csi/pv-1";

    /// For calls that are answered, also on a busy machine.
    private static final Duration LONG = Duration.ofMinutes(1);

    /// For calls that are never answered.
    private static final Duration SHORT = Duration.ofSeconds(10);

    @RegisterExtension
    final BrokenKubeletRoot brokenKubeletRoot = new BrokenKubeletRoot();

    @Test
    void thisMachineCanBeLookedAt() throws InterruptedException {
        List<CheckResult> checks = examine(Optional.empty());
        assertThat(names(checks))
                .contains("kernel-ext4", "tool-mkfs.ext4", "processes-stuck", "clock-kept", "disk-kubelet");
        assertThat(named(checks, "kernel-namespaces").severity()).isEqualTo(CheckSeverity.OK);
    }

    @Test
    void aMountWhoseServerIsSilentIsBadAndHoldsNothingUp() throws Exception {
        BrokenKubeletRoot.assumeRoot();
        assumeTrue(Files.exists(Path.of("/dev/fuse")), "this kernel has no fuse");
        Path target = brokenKubeletRoot.directory(VOLUME + "/mount");
        brokenKubeletRoot.silentMount(target);
        CheckResult checkResult = about(target, examine(Optional.empty(), SHORT));
        assertThat(checkResult.severity()).isEqualTo(CheckSeverity.BAD);
        assertThat(checkResult.text()).contains("does not respond");
    }

    @Test
    void aMountWhoseServerIsGoneIsDead() throws Exception {
        BrokenKubeletRoot.assumeRoot();
        assumeTrue(Files.exists(Path.of("/dev/fuse")), "this kernel has no fuse");
        Path target = brokenKubeletRoot.directory(VOLUME + "/mount");
        brokenKubeletRoot.deadMount(target);
        CheckResult checkResult = about(target, examine(Optional.empty()));
        assertThat(checkResult.severity()).isEqualTo(CheckSeverity.BAD);
        assertThat(checkResult.text()).contains("is stale");
    }

    @Test
    void mountsOfPodsThatAreNotHereAndMountsOnTopOfMountsAreFound() throws Exception {
        BrokenKubeletRoot.assumeRoot();
        Path target = brokenKubeletRoot.directory(VOLUME + "/mount");
        brokenKubeletRoot.memoryMount(target);
        brokenKubeletRoot.memoryMount(target);
        List<CheckResult> checks = examine(Optional.of(node("uid-2")));
        assertThat(named(checks, "mounts-leftover").text()).contains(target.toString());
        assertThat(named(checks, "mounts-stacked").text()).contains(target + " (2)");
        assertThat(texts(checks, "mounts-answer")).noneMatch(text -> text.contains(target.toString()));
        assertThat(named(examine(Optional.of(node("uid-1"))), "mounts-leftover").severity())
                .isEqualTo(CheckSeverity.OK);
    }

    @Test
    void aLoopDeviceOverADeletedFileIsFound() throws Exception {
        BrokenKubeletRoot.assumeRoot();
        LoopDevice device = brokenKubeletRoot.loopOver("a.img");
        Files.delete(brokenKubeletRoot.root().resolve("a.img"));
        assertThat(named(examine(Optional.empty()), "loop-leaked").text())
                .contains(device.node().toString());
    }

    @Test
    void aVolumeFolderWithoutItsNoteIsFound() throws Exception {
        Path known = brokenKubeletRoot.directory(VOLUME);
        Path unknown = brokenKubeletRoot.directory("pods/uid-1/volumes/kubernetes.io~csi/pv-2");
        VolData.ofPod("a.example", "handle", "pv-1", "n", false).write(known);
        CheckResult checkResult = named(examine(Optional.of(node("uid-1"))), "volumes-unknown");
        assertThat(checkResult.text())
                .contains(unknown.toString())
                .doesNotContain(known + " ")
                .doesNotContain(known + ".");
    }

    @Test
    void socketsThatAnswerThatNobodyListensAtAndThatAreSilentAreToldApart() throws Exception {
        Path answering = brokenKubeletRoot.root().resolve("plugins/good.example/csi.sock");
        Files.createDirectories(Objects.requireNonNull(answering.getParent()));
        brokenKubeletRoot.closeLater(driver(answering));
        Path deserted = brokenKubeletRoot.root().resolve("plugins/gone.example/csi.sock");
        brokenKubeletRoot.desertedSocket(deserted);
        assertThat(texts(examine(Optional.of(node("uid-1"))), "driver-socket"))
                .containsExactlyInAnyOrder(
                        "good.example 1.2 responds on " + answering + ".",
                        "No process listens on " + deserted + ": Connection refused.");

        Path silent = brokenKubeletRoot.root().resolve("plugins/mute.example/csi.sock");
        brokenKubeletRoot.silentSocket(silent);
        brokenKubeletRoot.silentSocket(brokenKubeletRoot.root().resolve("plugins_registry/mute.example-reg.sock"));
        List<CheckResult> checks = examine(Optional.of(node("uid-1")), SHORT);
        assertThat(texts(checks, "driver-socket"))
                .hasSize(3)
                .contains("The driver on " + silent + " does not respond.");
        assertThat(texts(checks, "driver-registration"))
                .singleElement()
                .satisfies(text -> assertThat(text).endsWith("does not respond."));
    }

    private List<CheckResult> examine(Optional<NodeApiState> node) throws InterruptedException {
        return examine(node, LONG);
    }

    private List<CheckResult> examine(Optional<NodeApiState> node, Duration time) throws InterruptedException {
        return NodeDoctor.examine(new NodeInspector(brokenKubeletRoot.root(), List.of(), time).inspect(node));
    }

    /// The result for this mount. Other mounts of the machine are checked too, and may have problems.
    private static CheckResult about(Path mount, List<CheckResult> checks) {
        return checks.stream()
                .filter(checkResult -> checkResult.name().equals("mounts-answer")
                        && checkResult.text().contains(mount.toString()))
                .findFirst()
                .orElseThrow(() -> new AssertionError("nothing about " + mount + " in " + checks));
    }

    private static NodeApiState node(String pod) {
        return new NodeApiState("n", Set.of(pod), Optional.of(Set.of()), Optional.empty());
    }

    private static SocketServer driver(Path socket) throws IOException {
        return SocketServer.start(new CsiEndpoint(socket), ServerOptions.defaults(), List.of(new Good()));
    }

    private static final class Good extends IdentityGrpc.IdentityImplBase {
        @Override
        public void getPluginInfo(GetPluginInfoRequest request, StreamObserver<GetPluginInfoResponse> answer) {
            answer.onNext(GetPluginInfoResponse.newBuilder()
                    .setName("good.example")
                    .setVendorVersion("1.2")
                    .build());
            answer.onCompleted();
        }

        @Override
        public void probe(ProbeRequest request, StreamObserver<ProbeResponse> answer) {
            answer.onNext(ProbeResponse.getDefaultInstance());
            answer.onCompleted();
        }
    }

    private static List<String> names(List<CheckResult> checks) {
        return checks.stream().map(CheckResult::name).toList();
    }

    private static List<String> texts(List<CheckResult> checks, String name) {
        return checks.stream()
                .filter(checkResult -> checkResult.name().equals(name))
                .map(CheckResult::text)
                .toList();
    }

    private static CheckResult named(List<CheckResult> checks, String name) {
        return checks.stream()
                .filter(checkResult -> checkResult.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no check " + name + " in " + names(checks)));
    }
}
