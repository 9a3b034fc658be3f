package dev.stowage.explain.doctor.node;

import dev.stowage.explain.doctor.Look;
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
/// @param cluster what the API says of this node; empty when nobody could be asked
public record NodeFacts(
        Path root,
        Look<Kernel> kernel,
        Look<List<LoopDevice>> loops,
        Look<List<MountPoint>> mounts,
        List<MountProbe> probes,
        Look<List<VolumeFolder>> folders,
        Look<List<StuckTask>> stuck,
        Look<List<PluginSocket>> sockets,
        Look<List<Registration>> registrations,
        List<MakerTool> tools,
        List<Disk> disks,
        Look<TimeKeeping> time,
        Optional<NodeInCluster> cluster) {

    public NodeFacts {
        probes = List.copyOf(probes);
        tools = List.copyOf(tools);
        disks = List.copyOf(disks);
    }
}
