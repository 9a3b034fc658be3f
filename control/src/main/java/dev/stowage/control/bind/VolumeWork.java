package dev.stowage.control.bind;

import dev.stowage.control.act.Act;
import dev.stowage.control.act.Act.Tell;
import dev.stowage.control.act.Aftermath;
import dev.stowage.kube.api.ApiFailure;
import dev.stowage.kube.object.Claim;
import dev.stowage.kube.object.Key;
import dev.stowage.kube.object.ObjectRef;
import dev.stowage.kube.object.Volume;
import dev.stowage.kube.queue.Outcome;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// A look at one volume: its phase, its pointer, and whether a claim waits for it.
final class VolumeWork {
    private final View view;
    private final Shelf shelf;
    private final WaitingRoom room;
    private final Voice voice;
    private final Consumer<String> again;
    private final Consumer<Key> call;

    /// @param again asks for another look at a volume
    /// @param call asks for a look at a claim
    VolumeWork(View view, Shelf shelf, WaitingRoom room, Voice voice, Consumer<String> again, Consumer<Key> call) {
        this.view = view;
        this.shelf = shelf;
        this.room = room;
        this.voice = voice;
        this.again = again;
        this.call = call;
    }

    Outcome look(Key key) throws InterruptedException {
        try {
            Optional<Volume> volume = view.volume(key.name());
            if (volume.isEmpty()) {
                voice.forget(key);
            } else {
                look(volume.get());
            }
            return Outcome.done();
        } catch (ApiFailure e) {
            return Aftermath.again(e);
        }
    }

    private void look(Volume volume) throws ApiFailure, InterruptedException {
        List<Act> acts = VolumeDecision.decide(sight(volume));
        if (acts.stream().allMatch(Tell.class::isInstance)) {
            voice.carryOut(volume.key(), acts);
            shelf.onOffer(volume.meta().name()).flatMap(room::call).ifPresent(call);
            return;
        }
        String name = volume.meta().name();
        if (!shelf.hold(name, () -> again.accept(name))) {
            return;
        }
        try {
            Optional<Volume> now = view.volume(name);
            if (now.isPresent()
                    && now.get().meta().version().equals(volume.meta().version())) {
                if (volume.claim() == null) {
                    shelf.comes(volume);
                }
                voice.carryOut(volume.key(), acts);
            } else {
                again.accept(name);
            }
        } finally {
            shelf.letGo(name);
        }
    }

    private VolumeSight sight(Volume volume) throws ApiFailure, InterruptedException {
        ObjectRef ref = volume.claim();
        if (ref == null) {
            return new VolumeSight(volume, null, List.of());
        }
        Optional<Claim> known = view.claim(ref.key());
        Optional<Claim> claim = known.filter(each -> isMeant(ref, each));
        if (claim.isEmpty() && !ref.uid().isEmpty() && !VolumePhase.isOver(volume)) {
            // What a volume holds is not given up because the news of its claim is late.
            claim = view.claimNow(ref.key()).filter(each -> isMeant(ref, each));
        }
        return new VolumeSight(volume, claim.orElse(null), known.isEmpty() ? users(ref.key()) : List.of());
    }

    private static boolean isMeant(ObjectRef ref, Claim claim) {
        return ref.uid().isEmpty() || ref.uid().equals(claim.meta().uid());
    }

    private List<String> users(Key claim) {
        return view.users(claim).stream()
                .filter(pod -> !pod.isTerminated())
                .map(pod -> pod.key().toString())
                .sorted()
                .toList();
    }
}
