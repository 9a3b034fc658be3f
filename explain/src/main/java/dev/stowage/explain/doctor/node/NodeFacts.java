package dev.stowage.explain.doctor.node;

import dev.stowage.explain.doctor.Observation;
import dev.stowage.linux.block.LoopDevice;
import dev.stowage.linux.mountinfo.MountPoint;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The observed state of a machine.
///
/// @param root the kubelet root directory
/// @param probes the results of probing the relevant mounts
/// @param folders the directories of CSI volumes in pods
/// @param stuck processes in uninterruptible sleep
/// @param sockets those of drivers
/// @param registrations the registration sockets of the kubelet
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
