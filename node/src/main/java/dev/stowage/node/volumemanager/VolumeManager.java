package dev.stowage.node.volumemanager;

import dev.stowage.kube.manager.ControllerRole;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.node.builtinvolume.BuiltInVolumes;
import dev.stowage.node.context.NodeContext;
import dev.stowage.node.nodestatus.NodeStatus;
import dev.stowage.node.pluginmanager.RegisteredDrivers;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podvolumes.PodVolumeStatus;
import dev.stowage.node.podvolumes.PodVolumes;
import dev.stowage.node.volumemanager.journal.VolumeJournal;
import java.time.Duration;
import java.util.function.Consumer;

/// Brings volumes to pods, and takes them away.
public final class VolumeManager implements ControllerRole, PodVolumes {
    /// How long what was published is good, for drivers that want to be asked again and again.
    private static final Duration REPUBLISH = Duration.ofSeconds(100);

    private final VolumeManagerCore volumeManagerCore;

    public VolumeManager(
            NodeContext nodeContext, RegisteredDrivers registeredDrivers, NodeStatus node, BuiltInVolumes local) {
        this(nodeContext, registeredDrivers, node, local, Mounts.system(), REPUBLISH, _ -> {});
    }

    /// @param crashPoint what happens to the process at certain moments
    VolumeManager(
            NodeContext nodeContext,
            RegisteredDrivers registeredDrivers,
            NodeStatus node,
            BuiltInVolumes local,
            Mounts mounts,
            Duration republish,
            VolumeJournal.CrashPoint crashPoint) {
        this.volumeManagerCore =
                new VolumeManagerCore(nodeContext, registeredDrivers, node, local, mounts, republish, crashPoint);
    }

    @Override
    public String name() {
        return "volume-manager";
    }

    @Override
    public String leaseName() {
        return "";
    }

    @Override
    public void start() throws InterruptedException {
        volumeManagerCore.start();
    }

    @Override
    public void close() {
        volumeManagerCore.close();
    }

    @Override
    public void mount(NodePod pod) {
        volumeManagerCore.mount(pod);
    }

    @Override
    public void release(String podUid) {
        volumeManagerCore.release(podUid);
    }

    @Override
    public void markPodsComplete() {
        volumeManagerCore.markPodsComplete();
    }

    @Override
    public PodVolumeStatus status(String podUid) {
        return volumeManagerCore.status(podUid);
    }

    @Override
    public void listen(Consumer<String> listener) {
        volumeManagerCore.listen(listener);
    }
}
