package dev.stowage.explain.doctor.node;

import dev.stowage.explain.doctor.Check;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Judges a machine.
public final class NodeDoctor {
    private NodeDoctor() {}

    /// What belongs to the machine, however many kubelets it has.
    public static List<Check> machine(NodeFacts facts) {
        List<Check> checks = new ArrayList<>();
        checks.addAll(facts.kernel().judge("kernel", KernelChecks::of));
        facts.kernel().found().ifPresent(kernel -> checks.addAll(ToolChecks.of(facts.tools(), kernel)));
        checks.addAll(facts.loops().judge("loop-devices", LoopChecks::of));
        checks.addAll(facts.stuck().judge("processes-stuck", ProcessChecks::of));
        checks.addAll(facts.time()
                .judge("clock", time -> TimeChecks.of(time, facts.cluster().flatMap(NodeInCluster::latestLease))));
        return checks;
    }

    /// What belongs to one kubelet.
    public static List<Check> kubelet(NodeFacts facts) {
        List<Check> checks = new ArrayList<>();
        if (facts.disks().stream().noneMatch(disk -> disk.use().equals(Disk.KUBELET))) {
            checks.add(Check.note(
                    "kubelet-folder",
                    "There is no " + facts.root() + ": no kubelet has run here.",
                    "Name its folder with --kubelet-root."));
        }
        checks.addAll(facts.mounts()
                .judge("mounts", mounts -> new MountChecks(facts.root(), mounts, facts.cluster()).all()));
        checks.addAll(ProbeChecks.of(facts.probes()));
        checks.addAll(facts.folders().judge("volumes", folders -> FolderChecks.of(folders, facts.cluster())));
        checks.addAll(facts.registrations().judge("driver-registration", PluginChecks::registrations));
        checks.addAll(facts.sockets().judge("driver-socket", PluginChecks::sockets));
        facts.registrations()
                .found()
                .ifPresent(answers -> checks.addAll(PluginChecks.csiNode(answers, facts.cluster())));
        checks.addAll(DiskChecks.of(facts.disks()));
        return checks;
    }

    public static List<Check> examine(NodeFacts facts) {
        return Stream.concat(machine(facts).stream(), kubelet(facts).stream()).toList();
    }
}
