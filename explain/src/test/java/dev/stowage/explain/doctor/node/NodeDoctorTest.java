package dev.stowage.explain.doctor.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.explain.doctor.CheckResult;
import dev.stowage.explain.doctor.CheckSeverity;
import dev.stowage.explain.doctor.Observation;
import dev.stowage.linux.block.LoopDevice;
import dev.stowage.linux.file.FileSystems;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NodeDoctorTest {
    private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");
    private static final KernelInfo NEW = new KernelInfo(
            "6.12.0",
            Set.of("ext4", "xfs", "btrfs", "fuse", "overlay"),
            true,
            Set.of("mnt", "pid", "net", "ipc", "uts", "cgroup", "user"),
            15000);

    @Test
    void aHealthyMachineIsTold() {
        assertThat(NodeDoctor.examine(healthy())).allMatch(checkResult -> checkResult.severity() == CheckSeverity.OK);
    }

    @Test
    void aFileBehindTwoDevicesIsBad() {
        List<CheckResult> checks =
                LoopDeviceChecks.of(List.of(loop(0, "/pool/a.img", false), loop(1, "/pool/a.img", false)));
        assertThat(checks).singleElement().satisfies(checkResult -> {
            assertThat(checkResult.severity()).isEqualTo(CheckSeverity.BAD);
            assertThat(checkResult.text()).contains("/pool/a.img", "/dev/loop0", "/dev/loop1");
        });
    }

    @Test
    void aDeviceOverADeletedFileIsALeak() {
        assertThat(LoopDeviceChecks.of(List.of(loop(0, "/pool/a.img", true))))
                .singleElement()
                .extracting(CheckResult::severity)
                .isEqualTo(CheckSeverity.WARN);
    }

    @Test
    void aFileDeletedAndMadeAnewIsNotDoubled() {
        assertThat(LoopDeviceChecks.of(List.of(loop(0, "/pool/a.img", true), loop(1, "/pool/a.img", false))))
                .extracting(CheckResult::name)
                .containsExactly("loop-leaked");
    }

    @Test
    void aProgramThatMakesWhatTheKernelCannotMountIsBad() {
        KernelInfo old = new KernelInfo("5.4.0-150-generic", NEW.fileSystems(), true, NEW.namespaces(), 1);
        List<MkfsTool> tools = List.of(
                new MkfsTool("mkfs.xfs", true, Optional.of("6.6.0")),
                new MkfsTool("mkfs.ext4", true, Optional.of("1.46.5")));
        assertThat(MkfsChecks.of(tools, old))
                .filteredOn(checkResult -> checkResult.severity() == CheckSeverity.BAD)
                .extracting(CheckResult::text)
                .hasSize(2)
                .anyMatch(text -> text.contains("nrext64"))
                .anyMatch(text -> text.contains("bigtime"));
        assertThat(MkfsChecks.of(tools, NEW)).allMatch(checkResult -> checkResult.severity() == CheckSeverity.OK);
    }

    @Test
    void whatIsMissingInTheKernelIsNamed() {
        KernelInfo bare = new KernelInfo("6.12.0", Set.of("ext4"), false, Set.of("mnt"), 0);
        List<CheckResult> checks = KernelChecks.of(bare);
        assertThat(graded(checks, CheckSeverity.BAD)).containsExactly("kernel-loop", "kernel-namespaces");
        assertThat(graded(checks, CheckSeverity.NOTE))
                .containsExactly(
                        "kernel-xfs", "kernel-btrfs", "kernel-fuse", "kernel-overlay", "kernel-user-namespaces");
    }

    @Test
    void aFullDiskAndMissingInodesAreBad() {
        DiskUsage diskUsage = new DiskUsage(
                "pool",
                Path.of("/pool"),
                Observation.available(new FileSystems.Stats(1 << 30, 1 << 20, 1 << 20, 1000, 10, 0)));
        assertThat(DiskUsageChecks.of(List.of(diskUsage)))
                .extracting(CheckResult::severity)
                .containsExactly(CheckSeverity.BAD, CheckSeverity.BAD);
    }

    @Test
    void aFileSystemThatMakesInodesAsNeededHasEnough() {
        DiskUsage diskUsage = new DiskUsage(
                "pool", Path.of("/pool"), Observation.available(new FileSystems.Stats(100, 90, 90, 0, 0, 0)));
        assertThat(DiskUsageChecks.of(List.of(diskUsage)))
                .allMatch(checkResult -> checkResult.severity() == CheckSeverity.OK);
    }

    @Test
    void aClockBehindALeaseOfAnotherIsTold() {
        SystemClock time = new SystemClock(NOW, true);
        assertThat(ClockChecks.of(time, Optional.of(NOW.plus(Duration.ofMinutes(3))))
                        .getLast())
                .satisfies(checkResult -> assertThat(checkResult.severity()).isEqualTo(CheckSeverity.BAD))
                .satisfies(checkResult -> assertThat(checkResult.text()).contains("180s behind"));
        assertThat(ClockChecks.of(time, Optional.of(NOW.minusSeconds(3)))
                        .getLast()
                        .severity())
                .isEqualTo(CheckSeverity.OK);
    }

    @Test
    void whatCouldNotBeLookedAtIsNotHealthy() {
        NodeFacts facts = healthy();
        NodeFacts blind = new NodeFacts(
                facts.root(),
                facts.kernel(),
                Observation.unavailable("EPERM"),
                Observation.unavailable("EPERM"),
                facts.probes(),
                facts.folders(),
                facts.stuck(),
                facts.sockets(),
                facts.registrations(),
                facts.tools(),
                facts.disks(),
                facts.time(),
                facts.cluster());
        assertThat(graded(NodeDoctor.examine(blind), CheckSeverity.WARN)).containsExactly("loop-devices", "mounts");
    }

    @Test
    void processesThatHangAreNamed() {
        assertThat(HungTaskChecks.of(List.of(new HungTask(42, 43, "mkfs.ext4", "blk_execute_rq"))))
                .singleElement()
                .satisfies(checkResult -> assertThat(checkResult.text()).contains("mkfs.ext4 (42, blk_execute_rq)"));
    }

    private static List<String> graded(List<CheckResult> checks, CheckSeverity checkSeverity) {
        return checks.stream()
                .filter(checkResult -> checkResult.severity() == checkSeverity)
                .map(CheckResult::name)
                .toList();
    }

    private static LoopDevice loop(int number, String file, boolean deleted) {
        return new LoopDevice(number, Path.of("/dev/loop" + number), file, deleted, false, true);
    }

    private static NodeFacts healthy() {
        return new NodeFacts(
                Path.of("/var/lib/kubelet"),
                Observation.available(NEW),
                Observation.available(List.of(loop(0, "/pool/a.img", false))),
                Observation.available(List.of(MountTableEntry.at("/").shared().make())),
                List.of(),
                Observation.available(List.of()),
                Observation.available(List.of()),
                Observation.available(List.of(new PluginSocket(
                        Path.of("/csi.sock"), new PluginSocket.Result.Driver("a.example", "1.0", true)))),
                Observation.available(List.of(new PluginRegistration(
                        Path.of("/reg.sock"),
                        new PluginRegistration.Result.Plugin(
                                "CSIPlugin", "a.example", "/csi.sock", List.of("1.0.0"))))),
                List.of(),
                List.of(new DiskUsage(
                        DiskUsage.KUBELET,
                        Path.of("/"),
                        Observation.available(new FileSystems.Stats(100, 90, 90, 10, 9, 0)))),
                Observation.available(new SystemClock(NOW, true)),
                Optional.of(new NodeApiState("n", Set.of(), Optional.of(Set.of("a.example")), Optional.of(NOW))));
    }
}
