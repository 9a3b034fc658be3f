package dev.stowage.explain.doctor.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.explain.doctor.Check;
import dev.stowage.explain.doctor.Grade;
import dev.stowage.explain.doctor.Look;
import dev.stowage.linux.file.FileSystems;
import dev.stowage.linux.block.LoopDevice;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NodeDoctorTest {
    private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");
    private static final Kernel NEW = new Kernel(
            "6.12.0",
            Set.of("ext4", "xfs", "btrfs", "fuse", "overlay"),
            true,
            Set.of("mnt", "pid", "net", "ipc", "uts", "cgroup", "user"),
            15000);

    @Test
    void aHealthyMachineIsTold() {
        assertThat(NodeDoctor.examine(healthy())).allMatch(check -> check.grade() == Grade.OK);
    }

    @Test
    void aFileBehindTwoDevicesIsBad() {
        List<Check> checks = LoopChecks.of(List.of(loop(0, "/pool/a.img", false), loop(1, "/pool/a.img", false)));
        assertThat(checks).singleElement().satisfies(check -> {
            assertThat(check.grade()).isEqualTo(Grade.BAD);
            assertThat(check.text()).contains("/pool/a.img", "/dev/loop0", "/dev/loop1");
        });
    }

    @Test
    void aDeviceOverADeletedFileIsALeak() {
        assertThat(LoopChecks.of(List.of(loop(0, "/pool/a.img", true))))
                .singleElement()
                .extracting(Check::grade)
                .isEqualTo(Grade.WARN);
    }

    @Test
    void aFileDeletedAndMadeAnewIsNotDoubled() {
        assertThat(LoopChecks.of(List.of(loop(0, "/pool/a.img", true), loop(1, "/pool/a.img", false))))
                .extracting(Check::name)
                .containsExactly("loop-leaked");
    }

    @Test
    void aProgramThatMakesWhatTheKernelCannotMountIsBad() {
        Kernel old = new Kernel("5.4.0-150-generic", NEW.fileSystems(), true, NEW.namespaces(), 1);
        List<MakerTool> tools = List.of(
                new MakerTool("mkfs.xfs", true, Optional.of("6.6.0")),
                new MakerTool("mkfs.ext4", true, Optional.of("1.46.5")));
        assertThat(ToolChecks.of(tools, old))
                .filteredOn(check -> check.grade() == Grade.BAD)
                .extracting(Check::text)
                .hasSize(2)
                .anyMatch(text -> text.contains("nrext64"))
                .anyMatch(text -> text.contains("bigtime"));
        assertThat(ToolChecks.of(tools, NEW)).allMatch(check -> check.grade() == Grade.OK);
    }

    @Test
    void whatIsMissingInTheKernelIsNamed() {
        Kernel bare = new Kernel("6.12.0", Set.of("ext4"), false, Set.of("mnt"), 0);
        List<Check> checks = KernelChecks.of(bare);
        assertThat(graded(checks, Grade.BAD)).containsExactly("kernel-loop", "kernel-namespaces");
        assertThat(graded(checks, Grade.NOTE))
                .containsExactly(
                        "kernel-xfs", "kernel-btrfs", "kernel-fuse", "kernel-overlay", "kernel-user-namespaces");
    }

    @Test
    void aFullDiskAndMissingInodesAreBad() {
        Disk disk = new Disk(
                "pool", Path.of("/pool"), Look.seen(new FileSystems.Stats(1 << 30, 1 << 20, 1 << 20, 1000, 10, 0)));
        assertThat(DiskChecks.of(List.of(disk))).extracting(Check::grade).containsExactly(Grade.BAD, Grade.BAD);
    }

    @Test
    void aFileSystemThatMakesInodesAsNeededHasEnough() {
        Disk disk = new Disk("pool", Path.of("/pool"), Look.seen(new FileSystems.Stats(100, 90, 90, 0, 0, 0)));
        assertThat(DiskChecks.of(List.of(disk))).allMatch(check -> check.grade() == Grade.OK);
    }

    @Test
    void aClockBehindALeaseOfAnotherIsTold() {
        TimeKeeping time = new TimeKeeping(NOW, true);
        assertThat(TimeChecks.of(time, Optional.of(NOW.plus(Duration.ofMinutes(3))))
                        .getLast())
                .satisfies(check -> assertThat(check.grade()).isEqualTo(Grade.BAD))
                .satisfies(check -> assertThat(check.text()).contains("180 s behind"));
        assertThat(TimeChecks.of(time, Optional.of(NOW.minusSeconds(3)))
                        .getLast()
                        .grade())
                .isEqualTo(Grade.OK);
    }

    @Test
    void whatCouldNotBeLookedAtIsNotHealthy() {
        NodeFacts facts = healthy();
        NodeFacts blind = new NodeFacts(
                facts.root(),
                facts.kernel(),
                Look.unseen("EPERM"),
                Look.unseen("EPERM"),
                facts.probes(),
                facts.folders(),
                facts.stuck(),
                facts.sockets(),
                facts.registrations(),
                facts.tools(),
                facts.disks(),
                facts.time(),
                facts.cluster());
        assertThat(graded(NodeDoctor.examine(blind), Grade.WARN)).containsExactly("loop-devices", "mounts");
    }

    @Test
    void processesThatHangAreNamed() {
        assertThat(ProcessChecks.of(List.of(new StuckTask(42, 43, "mkfs.ext4", "blk_execute_rq"))))
                .singleElement()
                .satisfies(check -> assertThat(check.text()).contains("mkfs.ext4 (42, blk_execute_rq)"));
    }

    private static List<String> graded(List<Check> checks, Grade grade) {
        return checks.stream()
                .filter(check -> check.grade() == grade)
                .map(Check::name)
                .toList();
    }

    private static LoopDevice loop(int number, String file, boolean deleted) {
        return new LoopDevice(number, Path.of("/dev/loop" + number), file, deleted, false, true);
    }

    private static NodeFacts healthy() {
        return new NodeFacts(
                Path.of("/var/lib/kubelet"),
                Look.seen(NEW),
                Look.seen(List.of(loop(0, "/pool/a.img", false))),
                Look.seen(List.of(Mounted.at("/").shared().make())),
                List.of(),
                Look.seen(List.of()),
                Look.seen(List.of()),
                Look.seen(List.of(new PluginSocket(
                        Path.of("/csi.sock"), new PluginSocket.Answer.Driver("a.example", "1.0", true)))),
                Look.seen(List.of(new Registration(
                        Path.of("/reg.sock"),
                        new Registration.Answer.Plugin("CSIPlugin", "a.example", "/csi.sock", List.of("1.0.0"))))),
                List.of(),
                List.of(new Disk(Disk.KUBELET, Path.of("/"), Look.seen(new FileSystems.Stats(100, 90, 90, 10, 9, 0)))),
                Look.seen(new TimeKeeping(NOW, true)),
                Optional.of(new NodeInCluster("n", Set.of(), Optional.of(Set.of("a.example")), Optional.of(NOW))));
    }
}
