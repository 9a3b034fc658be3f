package dev.stowage.explain.doctor.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.explain.doctor.CheckResult;
import dev.stowage.explain.doctor.CheckSeverity;
import dev.stowage.explain.doctor.node.MountProbe.Result;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MountChecksTest {
    private static final Path ROOT = Path.of("/var/lib/kubelet");
    private static final String POD = ROOT + "/pods/uid-1/volumes/kubernetes.io~csi/pv/mount";
    private static final String STAGED = ROOT + "/plugins/kubernetes.io/csi/a.example/abc/globalmount";

    @Test
    void aMountOfAPodThatIsElsewhereIsALeftover() {
        CheckResult checkResult = named("mounts-leftover", node("uid-2"), MountTableEntry.at(POD));
        assertThat(checkResult.severity()).isEqualTo(CheckSeverity.WARN);
        assertThat(checkResult.text()).contains(POD);
    }

    @Test
    void aMountOfAPodOfThisNodeIsNone() {
        assertThat(named("mounts-leftover", node("uid-1"), MountTableEntry.at(POD))
                        .severity())
                .isEqualTo(CheckSeverity.OK);
    }

    @Test
    void withoutTheApiNobodyCanTellLeftovers() {
        assertThat(named("mounts-leftover", Optional.empty(), MountTableEntry.at(POD))
                        .severity())
                .isEqualTo(CheckSeverity.NOTE);
    }

    @Test
    void aStagedVolumeThatNoPodHasIsNoted() {
        assertThat(named(
                                "mounts-staged",
                                node("uid-1"),
                                MountTableEntry.at(STAGED).device(7),
                                MountTableEntry.at(POD).device(8))
                        .severity())
                .isEqualTo(CheckSeverity.NOTE);
        assertThat(named(
                                "mounts-staged",
                                node("uid-1"),
                                MountTableEntry.at(STAGED).device(7),
                                MountTableEntry.at(POD).device(7))
                        .severity())
                .isEqualTo(CheckSeverity.OK);
    }

    @Test
    void mountsOnTopOfEachOtherAreCounted() {
        CheckResult checkResult = named(
                "mounts-stacked",
                node("uid-1"),
                MountTableEntry.at(POD),
                MountTableEntry.at(POD),
                MountTableEntry.at(POD));
        assertThat(checkResult.severity()).isEqualTo(CheckSeverity.WARN);
        assertThat(checkResult.text()).contains(POD + " (3)");
    }

    @Test
    void aFileSystemThatTheKernelMadeReadOnlyIsBad() {
        assertThat(named(
                                "mounts-writable",
                                node("uid-1"),
                                MountTableEntry.at(POD).turnedReadOnly())
                        .severity())
                .isEqualTo(CheckSeverity.BAD);
    }

    @Test
    void aFolderOnAPrivateMountIsToldWithItsMount() {
        CheckResult checkResult =
                named("mounts-shared", node(), MountTableEntry.at("/").shared(), MountTableEntry.at("/var/lib"));
        assertThat(checkResult.severity()).isEqualTo(CheckSeverity.WARN);
        assertThat(checkResult.remedy()).isEqualTo("mount --make-rshared /var/lib");
    }

    @Test
    void deadAndSilentMountsAreBad() {
        List<MountProbe> probes = List.of(
                new MountProbe(MountTableEntry.at(POD).make(), new Result.Healthy()),
                new MountProbe(MountTableEntry.at("/nfs").make(), new Result.TimedOut()),
                new MountProbe(MountTableEntry.at("/fuse").make(), new Result.Stale("the server is gone")));
        assertThat(MountProbeChecks.of(probes))
                .extracting(CheckResult::severity)
                .containsExactly(CheckSeverity.BAD, CheckSeverity.BAD);
    }

    @Test
    void aVolumeFolderWithoutItsNoteIsBadAndOneOfAnotherPodAnOrphan() {
        List<PodVolumeDir> folders = List.of(
                new PodVolumeDir(Path.of("/a"), "uid-1", false), new PodVolumeDir(Path.of("/b"), "uid-9", true));
        assertThat(PodVolumeDirChecks.of(folders, node("uid-1")))
                .extracting(CheckResult::name)
                .containsExactly("volumes-unknown", "volumes-orphaned");
    }

    @Test
    void driversThatAnswerMustBeThoseOfCsiNode() {
        List<PluginRegistration> here = List.of(
                new PluginRegistration(
                        Path.of("/r"), new PluginRegistration.Result.Plugin("CSIPlugin", "b.example", "/s", List.of())),
                new PluginRegistration(
                        Path.of("/q"),
                        new PluginRegistration.Result.Plugin("DRAPlugin", "gpu.example", "/s", List.of())));
        NodeApiState node = new NodeApiState("n", Set.of(), Optional.of(Set.of("a.example")), Optional.empty());
        assertThat(PluginChecks.csiNode(here, Optional.of(node)))
                .extracting(CheckResult::text)
                .hasSize(2)
                .anyMatch(text -> text.contains("do not respond here: a.example"))
                .anyMatch(text -> text.contains("does not have: b.example"))
                .noneMatch(text -> text.contains("gpu.example"));
    }

    private static CheckResult named(String name, Optional<NodeApiState> node, MountTableEntry... mounts) {
        return new MountChecks(
                        ROOT, Stream.of(mounts).map(MountTableEntry::make).toList(), node)
                .all().stream()
                        .filter(checkResult -> checkResult.name().equals(name))
                        .findFirst()
                        .orElseThrow();
    }

    private static Optional<NodeApiState> node(String... pods) {
        return Optional.of(new NodeApiState("n", Set.of(pods), Optional.of(Set.of()), Optional.empty()));
    }
}
