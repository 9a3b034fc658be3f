package dev.stowage.control.bind;

import dev.stowage.control.act.Act;
import dev.stowage.control.act.Aftermath;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.workqueue.ReconcileResult;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A look at one claim: finds it a volume, holds that volume, and has the decision carried out.
final class ClaimWork {
    /// Of several volumes that are reserved for a claim: the one that is bound to it already, then the one that gives
    /// least away.
    private static final Comparator<PersistentVolume> BEST_RESERVED = Comparator.comparing((PersistentVolume volume) ->
                    volume.claim() == null || volume.claim().uid().isEmpty())
            .thenComparingInt(volume -> volume.accessModes().size())
            .thenComparing(PersistentVolume::capacity)
            .thenComparing(volume -> volume.meta().name());

    private final View view;
    private final Shelf shelf;
    private final WaitingRoom room;
    private final Voice voice;
    private final boolean provisioning;
    private final Consumer<NamespacedName> again;
    private final Consumer<String> offer;

    /// @param again asks for another look at a claim
    /// @param offer asks for a look at a volume
    ClaimWork(
            View view,
            Shelf shelf,
            WaitingRoom room,
            Voice voice,
            boolean provisioning,
            Consumer<NamespacedName> again,
            Consumer<String> offer) {
        this.view = view;
        this.shelf = shelf;
        this.room = room;
        this.voice = voice;
        this.provisioning = provisioning;
        this.again = again;
        this.offer = offer;
    }

    ReconcileResult look(NamespacedName key) throws InterruptedException {
        room.leave(key);
        try {
            Optional<PersistentVolumeClaim> claim = view.claim(key);
            if (claim.isEmpty()) {
                voice.forget(key);
                return ReconcileResult.done();
            }
            look(claim.get());
            return ReconcileResult.done();
        } catch (ApiFailure e) {
            // While it waits for its next try it is called for no volume: that would be another try at once.
            room.leave(key);
            return Aftermath.again(e);
        } finally {
            room.answered(key).forEach(offer);
        }
    }

    private void look(PersistentVolumeClaim claim) throws ApiFailure, InterruptedException {
        Optional<PersistentVolume> own = own(claim);
        if (own.isPresent()) {
            bindOwn(claim, own.get());
            return;
        }
        if (!takesAny(claim)) {
            carryOut(claim, decide(claim, null));
            return;
        }
        // Before the search: a volume that comes free during it finds the claim here.
        room.enter(claim);
        Optional<PersistentVolume> best = shelf.take(claim);
        if (best.isEmpty()) {
            NamespacedName key = claim.key();
            if (!shelf.awaitComing(claim, () -> again.accept(key))) {
                carryOut(claim, decide(claim, null));
            }
            return;
        }
        room.leave(claim.key());
        try {
            carryOut(claim, decide(claim, best.get()));
        } finally {
            shelf.letGo(best.get().meta().name());
        }
    }

    /// The volume that the claim names, or one that is reserved for it.
    private Optional<PersistentVolume> own(PersistentVolumeClaim claim) throws ApiFailure, InterruptedException {
        String name = claim.volumeName();
        if (name.isEmpty()) {
            return ClaimDecision.isUnbound(claim)
                    ? view.reservedFor(claim.key()).stream()
                            .filter(volume -> Fit.isReserved(volume, claim) && Fit.serves(volume, claim))
                            .min(BEST_RESERVED)
                    : Optional.empty();
        }
        Optional<PersistentVolume> named = view.volume(name);
        // A claim is not called lost because the news of its volume is late.
        return named.isPresent() || ClaimDecision.isUnbound(claim) ? named : view.volumeNow(name);
    }

    private boolean takesAny(PersistentVolumeClaim claim) {
        return ClaimDecision.isUnbound(claim)
                && claim.volumeName().isEmpty()
                && !classOf(claim).map(StorageClass::waitsForConsumer).orElse(false);
    }

    private void bindOwn(PersistentVolumeClaim claim, PersistentVolume seen) throws ApiFailure, InterruptedException {
        List<Act> acts = decide(claim, seen);
        if (acts.stream().noneMatch(ClaimWork::writesVolume)) {
            carryOut(claim, acts);
            return;
        }
        String name = seen.meta().name();
        NamespacedName key = claim.key();
        if (!shelf.hold(name, () -> again.accept(key))) {
            return;
        }
        try {
            // Whoever held it until now may have changed it.
            Optional<PersistentVolume> now = view.volume(name);
            if (now.isPresent() && now.get().meta().resourceVersion().equals(seen.meta().resourceVersion())) {
                carryOut(claim, acts);
            } else {
                again.accept(key);
            }
        } finally {
            shelf.letGo(name);
        }
    }

    private static boolean writesVolume(Act act) {
        return act instanceof Act.Change<?> change && change.kind().equals(Kinds.VOLUMES);
    }

    private List<Act> decide(PersistentVolumeClaim claim, @Nullable PersistentVolume volume) {
        return ClaimDecision.decide(new ClaimSight(
                claim,
                volume,
                classOf(claim).orElse(null),
                claim.effectiveClass() == null ? view.defaultClass().orElse(null) : null,
                volume == null ? consumers(claim) : List.of(),
                provisioning));
    }

    private Optional<StorageClass> classOf(PersistentVolumeClaim claim) {
        return view.storageClass(Fit.classOf(claim));
    }

    private List<String> consumers(PersistentVolumeClaim claim) {
        return view.users(claim.key()).stream()
                .filter(pod -> !pod.isTerminated() && pod.nodeName().isEmpty())
                .map(pod -> pod.meta().name())
                .sorted()
                .toList();
    }

    private void carryOut(PersistentVolumeClaim claim, List<Act> acts) throws ApiFailure, InterruptedException {
        voice.carryOut(claim.key(), acts);
    }
}
