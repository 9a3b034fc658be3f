package dev.stowage.node.volume;

import dev.stowage.kube.manager.ControllerRole;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.node.Shared;
import dev.stowage.node.local.LocalVolumes;
import dev.stowage.node.plugin.Drivers;
import dev.stowage.node.self.OwnNode;
import dev.stowage.node.spec.NodePod;
import dev.stowage.node.volume.journal.Journal;
import dev.stowage.node.volume.keep.Keeper;
import java.time.Duration;
import java.util.function.Consumer;

/// Brings volumes to pods, and takes them away.
public final class VolumeCare implements ControllerRole, PodVolumes {
    /// How long what was published is good, for drivers that want to be asked again and again.
    private static final Duration REPUBLISH = Duration.ofSeconds(100);

    private final Keeper keeper;

    public VolumeCare(Shared shared, Drivers drivers, OwnNode node, LocalVolumes local) {
        this(shared, drivers, node, local, Mounts.system(), REPUBLISH, _ -> {});
    }

    /// @param injury what happens to the process at certain moments
    VolumeCare(
            Shared shared,
            Drivers drivers,
            OwnNode node,
            LocalVolumes local,
            Mounts mounts,
            Duration republish,
            Journal.Injury injury) {
        this.keeper = new Keeper(shared, drivers, node, local, mounts, republish, injury);
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
        keeper.start();
    }

    @Override
    public void close() {
        keeper.close();
    }

    @Override
    public void want(NodePod pod) {
        keeper.want(pod);
    }

    @Override
    public void release(String podUid) {
        keeper.release(podUid);
    }

    @Override
    public void complete() {
        keeper.complete();
    }

    @Override
    public VolumeAnswer answer(String podUid) {
        return keeper.answer(podUid);
    }

    @Override
    public void listen(Consumer<String> listener) {
        keeper.listen(listener);
    }
}
