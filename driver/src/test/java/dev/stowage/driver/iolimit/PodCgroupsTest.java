package dev.stowage.driver.iolimit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.driver.backend.DeviceNumber;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// In a directory with the names of cgroups; the kernel's own files are tested where there is such a kernel.
final class PodCgroupsTest {
    private static final PodUid POD = new PodUid("1b4e28ba-2fa1-41d2-883f-0016d3cca427");
    private static final DeviceNumber DEVICE = new DeviceNumber(7, 3);
    private static final IoLimits LIMITS = IoLimits.of(Map.of("writeIops", "10"));

    @TempDir
    private Path root;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "kubepods/pod1b4e28ba-2fa1-41d2-883f-0016d3cca427",
                "kubepods/burstable/pod1b4e28ba-2fa1-41d2-883f-0016d3cca427",
                "kubepods/besteffort/pod1b4e28ba-2fa1-41d2-883f-0016d3cca427",
                "kubepods.slice/kubepods-pod1b4e28ba_2fa1_41d2_883f_0016d3cca427.slice",
                "kubepods.slice/kubepods-burstable.slice/"
                        + "kubepods-burstable-pod1b4e28ba_2fa1_41d2_883f_0016d3cca427.slice"
            })
    void itIsWhereTheKubeletPutsIt(String directory) throws Exception {
        Path made = Files.createDirectories(root.resolve(directory));

        assertThat(new PodCgroups(root).find(POD)).contains(new PodCgroup(made));
        assertThat(new PodCgroups(root).find(new PodUid("1b4e28ba-2fa1-41d2-883f-0016d3cca428")))
                .isEmpty();
    }

    @Test
    void aSliceOfTheKubeletIsInTheNamesBelowIt() throws Exception {
        Path slice = root.resolve("kubelet.slice");
        Path made = Files.createDirectories(slice.resolve("kubelet-kubepods.slice/kubelet-kubepods-besteffort.slice/"
                + "kubelet-kubepods-besteffort-pod1b4e28ba_2fa1_41d2_883f_0016d3cca427.slice"));

        assertThat(new PodCgroups(slice).find(POD)).contains(new PodCgroup(made));
    }

    @Test
    void aLinkIsNoCgroup() throws Exception {
        Files.createDirectories(root.resolve("kubepods"));
        Files.createSymbolicLink(root.resolve("kubepods/pod" + POD.value()), root);

        assertThat(new PodCgroups(root).find(POD)).isEmpty();
    }

    @Test
    void limitsAreWrittenAndReadBack() throws Exception {
        Path file = Files.createFile(root.resolve("io.max"));
        PodCgroup cgroup = new PodCgroup(root);

        assertThat(cgroup.limit(DEVICE, LIMITS)).isEqualTo(new Enforcement.Enforced());

        assertThat(file).hasContent("7:3 rbps=max wbps=max riops=max wiops=10");
        assertThat(cgroup.read(DEVICE, LIMITS)).isEqualTo(new Enforcement.Enforced());
        assertThat(cgroup.read(DEVICE, IoLimits.of(Map.of("writeIops", "11"))))
                .isInstanceOf(Enforcement.NotEnforced.class);
        assertThat(cgroup.read(new DeviceNumber(7, 33), LIMITS)).isInstanceOf(Enforcement.NotEnforced.class);
    }

    @Test
    void whatTheKernelDidNotTakeIsNotEnforced() throws IOException {
        Files.createSymbolicLink(root.resolve("io.max"), Path.of("/dev/null"));

        assertThat(new PodCgroup(root).limit(DEVICE, LIMITS)).isInstanceOf(Enforcement.NotEnforced.class);
    }

    @Test
    void withoutTheControllerNothingIsCreated() {
        PodCgroup cgroup = new PodCgroup(root);

        assertThat(cgroup.limit(DEVICE, LIMITS))
                .isInstanceOfSatisfying(
                        Enforcement.NotEnforced.class,
                        found -> assertThat(found.why()).contains("no io controller"));
        assertThat(cgroup.limit(DEVICE, IoLimits.none())).isEqualTo(new Enforcement.Enforced());
        assertThat(root).isEmptyDirectory();
    }
}
