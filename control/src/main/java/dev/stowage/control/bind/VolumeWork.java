package dev.stowage.control.bind;

import dev.stowage.control.act.Act;
import dev.stowage.control.act.Act.Tell;
import dev.stowage.control.act.Aftermath;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.workqueue.ReconcileResult;
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
    private final Consumer<NamespacedName> call;

    /// @param again asks for another look at a volume
    /// @param call asks for a look at a claim
    VolumeWork(View view, Shelf shelf, WaitingRoom room, Voice voice, Consumer<String> again, Consumer<NamespacedName> call) {
        this.view = view;
        this.shelf = shelf;
        this.room = room;
        this.voice = voice;
        this.again = again;
        this.call = call;
    }

    ReconcileResult look(NamespacedName key) throws InterruptedException {
        try {
            Optional<PersistentVolume> volume = view.volume(key.name());
            if (volume.isEmpty()) {
                voice.forget(key);
            } else {
                look(volume.get());
            }
            return ReconcileResult.done();
        } catch (ApiFailure e) {
            return Aftermath.again(e);
        }
    }

    private void look(PersistentVolume volume) throws ApiFailure, InterruptedException {
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
            Optional<PersistentVolume> now = view.volume(name);
            if (now.isPresent()
                    && now.get().meta().resourceVersion().equals(volume.meta().resourceVersion())) {
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

    private VolumeSight sight(PersistentVolume volume) throws ApiFailure, InterruptedException {
        ObjectReference ref = volume.claim();
        if (ref == null) {
            return new VolumeSight(volume, null, List.of());
        }
        Optional<PersistentVolumeClaim> known = view.claim(ref.key());
        Optional<PersistentVolumeClaim> claim = known.filter(each -> isMeant(ref, each));
        if (claim.isEmpty() && !ref.uid().isEmpty() && !VolumePhase.isOver(volume)) {
            // What a volume holds is not given up because the news of its claim is late.
            claim = view.claimNow(ref.key()).filter(each -> isMeant(ref, each));
        }
        return new VolumeSight(volume, claim.orElse(null), known.isEmpty() ? users(ref.key()) : List.of());
    }

    private static boolean isMeant(ObjectReference ref, PersistentVolumeClaim claim) {
        return ref.uid().isEmpty() || ref.uid().equals(claim.meta().uid());
    }

    private List<String> users(NamespacedName claim) {
        return view.users(claim).stream()
                .filter(pod -> !pod.isTerminated())
                .map(pod -> pod.key().toString())
                .sorted()
                .toList();
    }
}
