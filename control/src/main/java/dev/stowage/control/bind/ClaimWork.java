package dev.stowage.control.bind;

import dev.stowage.control.act.Act;
import dev.stowage.control.act.Aftermath;
import dev.stowage.kube.api.ApiFailure;
import dev.stowage.kube.api.Kinds;
import dev.stowage.kube.object.Claim;
import dev.stowage.kube.object.Key;
import dev.stowage.kube.object.StorageClass;
import dev.stowage.kube.object.Volume;
import dev.stowage.kube.queue.Outcome;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A look at one claim: finds it a volume, holds that volume, and has the decision carried out.
final class ClaimWork {
    /// Of several volumes that are reserved for a claim: the one that is bound to it already, then the one that gives
    /// least away.
    private static final Comparator<Volume> BEST_RESERVED = Comparator.comparing((Volume volume) ->
                    volume.claim() == null || volume.claim().uid().isEmpty())
            .thenComparingInt(volume -> volume.accessModes().size())
            .thenComparing(Volume::capacity)
            .thenComparing(volume -> volume.meta().name());

    private final View view;
    private final Shelf shelf;
    private final WaitingRoom room;
    private final Voice voice;
    private final boolean provisioning;
    private final Consumer<Key> again;
    private final Consumer<String> offer;

    /// @param again asks for another look at a claim
    /// @param offer asks for a look at a volume
    ClaimWork(
            View view,
            Shelf shelf,
            WaitingRoom room,
            Voice voice,
            boolean provisioning,
            Consumer<Key> again,
            Consumer<String> offer) {
        this.view = view;
        this.shelf = shelf;
        this.room = room;
        this.voice = voice;
        this.provisioning = provisioning;
        this.again = again;
        this.offer = offer;
    }

    Outcome look(Key key) throws InterruptedException {
        room.leave(key);
        try {
            Optional<Claim> claim = view.claim(key);
            if (claim.isEmpty()) {
                voice.forget(key);
                return Outcome.done();
            }
            look(claim.get());
            return Outcome.done();
        } catch (ApiFailure e) {
            // While it waits for its next try it is called for no volume: that would be another try at once.
            room.leave(key);
            return Aftermath.again(e);
        } finally {
            room.answered(key).forEach(offer);
        }
    }

    private void look(Claim claim) throws ApiFailure, InterruptedException {
        Optional<Volume> own = own(claim);
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
        Optional<Volume> best = shelf.take(claim);
        if (best.isEmpty()) {
            Key key = claim.key();
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
    private Optional<Volume> own(Claim claim) throws ApiFailure, InterruptedException {
        String name = claim.volumeName();
        if (name.isEmpty()) {
            return ClaimDecision.isUnbound(claim)
                    ? view.reservedFor(claim.key()).stream()
                            .filter(volume -> Fit.isReserved(volume, claim) && Fit.serves(volume, claim))
                            .min(BEST_RESERVED)
                    : Optional.empty();
        }
        Optional<Volume> named = view.volume(name);
        // A claim is not called lost because the news of its volume is late.
        return named.isPresent() || ClaimDecision.isUnbound(claim) ? named : view.volumeNow(name);
    }

    private boolean takesAny(Claim claim) {
        return ClaimDecision.isUnbound(claim)
                && claim.volumeName().isEmpty()
                && !classOf(claim).map(StorageClass::waitsForConsumer).orElse(false);
    }

    private void bindOwn(Claim claim, Volume seen) throws ApiFailure, InterruptedException {
        List<Act> acts = decide(claim, seen);
        if (acts.stream().noneMatch(ClaimWork::writesVolume)) {
            carryOut(claim, acts);
            return;
        }
        String name = seen.meta().name();
        Key key = claim.key();
        if (!shelf.hold(name, () -> again.accept(key))) {
            return;
        }
        try {
            // Whoever held it until now may have changed it.
            Optional<Volume> now = view.volume(name);
            if (now.isPresent() && now.get().meta().version().equals(seen.meta().version())) {
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

    private List<Act> decide(Claim claim, @Nullable Volume volume) {
        return ClaimDecision.decide(new ClaimSight(
                claim,
                volume,
                classOf(claim).orElse(null),
                claim.effectiveClass() == null ? view.defaultClass().orElse(null) : null,
                volume == null ? consumers(claim) : List.of(),
                provisioning));
    }

    private Optional<StorageClass> classOf(Claim claim) {
        return view.storageClass(Fit.classOf(claim));
    }

    private List<String> consumers(Claim claim) {
        return view.users(claim.key()).stream()
                .filter(pod -> !pod.isTerminated() && pod.nodeName().isEmpty())
                .map(pod -> pod.meta().name())
                .sorted()
                .toList();
    }

    private void carryOut(Claim claim, List<Act> acts) throws ApiFailure, InterruptedException {
        voice.carryOut(claim.key(), acts);
    }
}
