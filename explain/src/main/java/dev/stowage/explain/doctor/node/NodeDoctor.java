package dev.stowage.explain.doctor.node;

import dev.stowage.explain.doctor.CheckResult;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Checks a machine.
public final class NodeDoctor {
    private NodeDoctor() {}

    /// Checks of the machine, independent of its kubelets.
    public static List<CheckResult> machine(NodeFacts facts) {
        List<CheckResult> checks = new ArrayList<>();
        checks.addAll(facts.kernel().check("kernel", KernelChecks::of));
        facts.kernel().asOptional().ifPresent(kernelInfo -> checks.addAll(MkfsChecks.of(facts.tools(), kernelInfo)));
        checks.addAll(facts.loops().check("loop-devices", LoopDeviceChecks::of));
        checks.addAll(facts.stuck().check("processes-stuck", HungTaskChecks::of));
        checks.addAll(facts.time()
                .check("clock", time -> ClockChecks.of(time, facts.cluster().flatMap(NodeApiState::latestLease))));
        return checks;
    }

    /// Checks of one kubelet.
    public static List<CheckResult> kubelet(NodeFacts facts) {
        List<CheckResult> checks = new ArrayList<>();
        if (facts.disks().stream().noneMatch(diskUsage -> diskUsage.use().equals(DiskUsage.KUBELET))) {
            checks.add(CheckResult.note(
                    "kubelet-folder",
                    "There is no " + facts.root() + ": no kubelet has run here.",
                    "Set its root directory with --kubelet-root."));
        }
        checks.addAll(facts.mounts()
                .check("mounts", mounts -> new MountChecks(facts.root(), mounts, facts.cluster()).all()));
        checks.addAll(MountProbeChecks.of(facts.probes()));
        checks.addAll(facts.folders().check("volumes", folders -> PodVolumeDirChecks.of(folders, facts.cluster())));
        checks.addAll(facts.registrations().check("driver-registration", PluginChecks::registrations));
        checks.addAll(facts.sockets().check("driver-socket", PluginChecks::sockets));
        facts.registrations()
                .asOptional()
                .ifPresent(answers -> checks.addAll(PluginChecks.csiNode(answers, facts.cluster())));
        checks.addAll(DiskUsageChecks.of(facts.disks()));
        return checks;
    }

    public static List<CheckResult> examine(NodeFacts facts) {
        return Stream.concat(machine(facts).stream(), kubelet(facts).stream()).toList();
    }
}
