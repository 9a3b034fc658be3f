package dev.stowage.explain.doctor.node;

import dev.stowage.explain.doctor.Observation;
import dev.stowage.linux.block.LoopDevice;
import dev.stowage.linux.mountinfo.MountPoint;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What was seen on a machine.
///
/// @param root the kubelet's folder
/// @param probes how the mounts that matter answer
/// @param folders of CSI volumes in pods
/// @param stuck processes inside the kernel that no signal reaches
/// @param sockets of drivers
/// @param registrations sockets at which the kubelet learns of drivers
/// @param cluster the state of this node in the API; empty if the API server could not be read
public record NodeFacts(
        Path root,
        Observation<KernelInfo> kernel,
        Observation<List<LoopDevice>> loops,
        Observation<List<MountPoint>> mounts,
        List<MountProbe> probes,
        Observation<List<PodVolumeDir>> folders,
        Observation<List<HungTask>> stuck,
        Observation<List<PluginSocket>> sockets,
        Observation<List<PluginRegistration>> registrations,
        List<MkfsTool> tools,
        List<DiskUsage> disks,
        Observation<SystemClock> time,
        Optional<NodeApiState> cluster) {

    public NodeFacts {
        probes = List.copyOf(probes);
        tools = List.copyOf(tools);
        disks = List.copyOf(disks);
    }
}
