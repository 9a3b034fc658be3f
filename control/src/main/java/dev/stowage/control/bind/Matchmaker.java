package dev.stowage.control.bind;

import dev.stowage.control.act.Hands;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.workqueue.ReconcileResult;
import java.time.InstantSource;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// All of a binder but its queues: it is told what to look at, on a cluster or on a simulated one. Looks at different
/// objects may run at the same time, looks at one object may not.
public final class Matchmaker {
    private final Shelf shelf;
    private final ClaimWork claims;
    private final VolumeWork volumes;

    /// @param provisioning whether provisioners are asked for volumes
    /// @param claim asks for a look at a claim
    /// @param volume asks for a look at a volume
    public Matchmaker(
            View view,
            Hands hands,
            InstantSource clock,
            boolean provisioning,
            Consumer<NamespacedName> claim,
            Consumer<String> volume) {
        var room = new WaitingRoom();
        shelf = new Shelf(volume);
        claims = new ClaimWork(view, shelf, room, new Voice(hands, clock), provisioning, claim, volume);
        volumes = new VolumeWork(view, shelf, room, new Voice(hands, clock), volume, claim);
    }

    /// To be told of every change to a volume, in order, before anybody looks at it.
    ///
    /// @param before null for one that is new
    /// @param now null for one that is gone
    public void changed(@Nullable PersistentVolume before, @Nullable PersistentVolume now) {
        shelf.changed(before, now);
    }

    public ReconcileResult lookAtClaim(NamespacedName claim) throws InterruptedException {
        return claims.look(claim);
    }

    public ReconcileResult lookAtVolume(NamespacedName volume) throws InterruptedException {
        return volumes.look(volume);
    }
}
