package dev.stowage.control.binder;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.informer.Index;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.informer.Informers;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.StorageClass;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Which change enqueues which key.
final class BinderTriggers {
    private static final String NO_CLASS = "/";

    private final BinderLister binderLister;
    private final VolumeBinder volumeBinder;
    private final Consumer<NamespacedName> claim;
    private final Consumer<String> volume;
    private final Informer<PersistentVolumeClaim> claims;
    private final Informer<PersistentVolume> volumes;
    private final Index<PersistentVolumeClaim> claimsByVolume;
    private final Index<PersistentVolumeClaim> unboundByClass;

    BinderTriggers(
            Informers informers,
            BinderLister binderLister,
            VolumeBinder volumeBinder,
            Consumer<NamespacedName> claim,
            Consumer<String> volume) {
        this.binderLister = binderLister;
        this.volumeBinder = volumeBinder;
        this.claim = claim;
        this.volume = volume;
        claims = informers.of(Kinds.CLAIMS);
        volumes = informers.of(Kinds.VOLUMES);
        claimsByVolume = claims.index(each -> each.volumeName().isEmpty() ? List.of() : List.of(each.volumeName()));
        unboundByClass = claims.index(BinderTriggers::classWaitedFor);
        volumes.addEventHandler(this::volumeChanged);
        claims.addEventHandler(this::claimChanged);
        informers.of(Kinds.STORAGE_CLASSES).addEventHandler(this::classChanged);
        informers.of(Kinds.PODS).addEventHandler(this::podChanged);
    }

    private static List<String> classWaitedFor(PersistentVolumeClaim claim) {
        if (!ClaimDecision.isUnbound(claim) || !claim.volumeName().isEmpty()) {
            return List.of();
        }
        String name = claim.effectiveClass();
        return List.of(name == null ? NO_CLASS : name);
    }

    private void volumeChanged(@Nullable PersistentVolume before, @Nullable PersistentVolume now) {
        volumeBinder.volumeChanged(before, now);
        PersistentVolume any = now == null ? before : now;
        if (any != null) {
            volume.accept(any.meta().name());
            claimsByVolume.get(any.meta().name()).forEach(each -> claim.accept(each.key()));
        }
        ObjectReference old = before == null ? null : before.claim();
        ObjectReference ref = now == null ? null : now.claim();
        if (old != null) {
            claim.accept(old.key());
        }
        if (ref != null && (old == null || !old.key().equals(ref.key()))) {
            claim.accept(ref.key());
        }
    }

    private void claimChanged(@Nullable PersistentVolumeClaim before, @Nullable PersistentVolumeClaim now) {
        PersistentVolumeClaim any = now == null ? before : now;
        if (any == null) {
            return;
        }
        claim.accept(any.key());
        boolean pointerChanged = before == null
                || now == null
                || !before.meta().uid().equals(now.meta().uid())
                || !before.volumeName().equals(now.volumeName());
        if (pointerChanged) {
            binderLister
                    .reservedFor(any.key())
                    .forEach(each -> volume.accept(each.meta().name()));
        }
    }

    private void classChanged(@Nullable StorageClass before, @Nullable StorageClass now) {
        StorageClass any = now == null ? before : now;
        if (any != null) {
            unboundByClass.get(any.meta().name()).forEach(each -> claim.accept(each.key()));
            unboundByClass.get(NO_CLASS).forEach(each -> claim.accept(each.key()));
        }
    }

    private void podChanged(@Nullable Pod before, @Nullable Pod now) {
        Pod any = now == null ? before : now;
        if (any == null) {
            return;
        }
        for (String name : any.claims()) {
            NamespacedName key = new NamespacedName(any.meta().namespace(), name);
            PersistentVolumeClaim used = binderLister.claim(key).orElse(null);
            if (ClaimDecision.isUnbound(used)) {
                claim.accept(key);
            } else if (used == null) {
                binderLister
                        .reservedFor(key)
                        .forEach(each -> volume.accept(each.meta().name()));
            }
        }
    }

    /// Everything that is not bound: repairs what a missed event would leave undone.
    void enqueueAll() {
        claims.all().stream().filter(each -> !each.status().isBound()).forEach(each -> claim.accept(each.key()));
        volumes.all().stream()
                .filter(each -> !isAtRest(each))
                .forEach(each -> volume.accept(each.meta().name()));
    }

    private static boolean isAtRest(PersistentVolume volume) {
        return volume.claim() == null
                ? volume.phase().equals(VolumePhase.AVAILABLE)
                : volume.phase().equals(VolumePhase.BOUND);
    }
}
