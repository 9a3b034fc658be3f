package dev.stowage.explain.doctor.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.explain.doctor.Check;
import dev.stowage.explain.doctor.Grade;
import dev.stowage.explain.doctor.node.MountProbe.Answer;
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
        Check check = named("mounts-leftover", node("uid-2"), Mounted.at(POD));
        assertThat(check.grade()).isEqualTo(Grade.WARN);
        assertThat(check.text()).contains(POD);
    }

    @Test
    void aMountOfAPodOfThisNodeIsNone() {
        assertThat(named("mounts-leftover", node("uid-1"), Mounted.at(POD)).grade())
                .isEqualTo(Grade.OK);
    }

    @Test
    void withoutTheApiNobodyCanTellLeftovers() {
        assertThat(named("mounts-leftover", Optional.empty(), Mounted.at(POD)).grade())
                .isEqualTo(Grade.NOTE);
    }

    @Test
    void aStagedVolumeThatNoPodHasIsNoted() {
        assertThat(named(
                                "mounts-staged",
                                node("uid-1"),
                                Mounted.at(STAGED).device(7),
                                Mounted.at(POD).device(8))
                        .grade())
                .isEqualTo(Grade.NOTE);
        assertThat(named(
                                "mounts-staged",
                                node("uid-1"),
                                Mounted.at(STAGED).device(7),
                                Mounted.at(POD).device(7))
                        .grade())
                .isEqualTo(Grade.OK);
    }

    @Test
    void mountsOnTopOfEachOtherAreCounted() {
        Check check = named("mounts-stacked", node("uid-1"), Mounted.at(POD), Mounted.at(POD), Mounted.at(POD));
        assertThat(check.grade()).isEqualTo(Grade.WARN);
        assertThat(check.text()).contains(POD + " (3)");
    }

    @Test
    void aFileSystemThatTheKernelMadeReadOnlyIsBad() {
        assertThat(named("mounts-writable", node("uid-1"), Mounted.at(POD).turnedReadOnly())
                        .grade())
                .isEqualTo(Grade.BAD);
    }

    @Test
    void aFolderOnAPrivateMountIsToldWithItsMount() {
        Check check = named("mounts-shared", node(), Mounted.at("/").shared(), Mounted.at("/var/lib"));
        assertThat(check.grade()).isEqualTo(Grade.WARN);
        assertThat(check.remedy()).isEqualTo("mount --make-rshared /var/lib");
    }

    @Test
    void deadAndSilentMountsAreBad() {
        List<MountProbe> probes = List.of(
                new MountProbe(Mounted.at(POD).make(), new Answer.Well()),
                new MountProbe(Mounted.at("/nfs").make(), new Answer.Silent()),
                new MountProbe(Mounted.at("/fuse").make(), new Answer.Dead("the server is gone")));
        assertThat(ProbeChecks.of(probes)).extracting(Check::grade).containsExactly(Grade.BAD, Grade.BAD);
    }

    @Test
    void aVolumeFolderWithoutItsNoteIsBadAndOneOfAnotherPodAnOrphan() {
        List<VolumeFolder> folders = List.of(
                new VolumeFolder(Path.of("/a"), "uid-1", false), new VolumeFolder(Path.of("/b"), "uid-9", true));
        assertThat(FolderChecks.of(folders, node("uid-1")))
                .extracting(Check::name)
                .containsExactly("volumes-unknown", "volumes-orphaned");
    }

    @Test
    void driversThatAnswerMustBeThoseOfCsiNode() {
        List<Registration> here = List.of(
                new Registration(
                        Path.of("/r"), new Registration.Answer.Plugin("CSIPlugin", "b.example", "/s", List.of())),
                new Registration(
                        Path.of("/q"), new Registration.Answer.Plugin("DRAPlugin", "gpu.example", "/s", List.of())));
        NodeInCluster node = new NodeInCluster("n", Set.of(), Optional.of(Set.of("a.example")), Optional.empty());
        assertThat(PluginChecks.csiNode(here, Optional.of(node)))
                .extracting(Check::text)
                .hasSize(2)
                .anyMatch(text -> text.contains("do not answer here: a.example"))
                .anyMatch(text -> text.contains("does not have: b.example"))
                .noneMatch(text -> text.contains("gpu.example"));
    }

    private static Check named(String name, Optional<NodeInCluster> node, Mounted... mounts) {
        return new MountChecks(ROOT, Stream.of(mounts).map(Mounted::make).toList(), node)
                .all().stream()
                        .filter(check -> check.name().equals(name))
                        .findFirst()
                        .orElseThrow();
    }

    private static Optional<NodeInCluster> node(String... pods) {
        return Optional.of(new NodeInCluster("n", Set.of(pods), Optional.of(Set.of()), Optional.empty()));
    }
}
