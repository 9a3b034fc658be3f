package dev.stowage.control.bind;

import dev.stowage.kube.api.Kinds;
import dev.stowage.kube.mirror.Index;
import dev.stowage.kube.mirror.Mirror;
import dev.stowage.kube.mirror.Mirrors;
import dev.stowage.kube.object.Claim;
import dev.stowage.kube.object.Key;
import dev.stowage.kube.object.ObjectRef;
import dev.stowage.kube.object.Pod;
import dev.stowage.kube.object.StorageClass;
import dev.stowage.kube.object.Volume;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Which change asks for a look at what.
final class Wakes {
    private static final String NO_CLASS = "/";

    private final View view;
    private final Matchmaker matchmaker;
    private final Consumer<Key> claim;
    private final Consumer<String> volume;
    private final Mirror<Claim> claims;
    private final Mirror<Volume> volumes;
    private final Index<Claim> claimsByVolume;
    private final Index<Claim> unboundByClass;

    Wakes(Mirrors mirrors, View view, Matchmaker matchmaker, Consumer<Key> claim, Consumer<String> volume) {
        this.view = view;
        this.matchmaker = matchmaker;
        this.claim = claim;
        this.volume = volume;
        claims = mirrors.of(Kinds.CLAIMS);
        volumes = mirrors.of(Kinds.VOLUMES);
        claimsByVolume = claims.index(each -> each.volumeName().isEmpty() ? List.of() : List.of(each.volumeName()));
        unboundByClass = claims.index(Wakes::classWaitedFor);
        volumes.listen(this::volumeChanged);
        claims.listen(this::claimChanged);
        mirrors.of(Kinds.STORAGE_CLASSES).listen(this::classChanged);
        mirrors.of(Kinds.PODS).listen(this::podChanged);
    }

    private static List<String> classWaitedFor(Claim claim) {
        if (!ClaimDecision.isUnbound(claim) || !claim.volumeName().isEmpty()) {
            return List.of();
        }
        String name = claim.effectiveClass();
        return List.of(name == null ? NO_CLASS : name);
    }

    private void volumeChanged(@Nullable Volume before, @Nullable Volume now) {
        matchmaker.changed(before, now);
        Volume any = now == null ? before : now;
        if (any != null) {
            volume.accept(any.meta().name());
            claimsByVolume.get(any.meta().name()).forEach(each -> claim.accept(each.key()));
        }
        ObjectRef old = before == null ? null : before.claim();
        ObjectRef ref = now == null ? null : now.claim();
        if (old != null) {
            claim.accept(old.key());
        }
        if (ref != null && (old == null || !old.key().equals(ref.key()))) {
            claim.accept(ref.key());
        }
    }

    private void claimChanged(@Nullable Claim before, @Nullable Claim now) {
        Claim any = now == null ? before : now;
        if (any == null) {
            return;
        }
        claim.accept(any.key());
        boolean pointerChanged = before == null
                || now == null
                || !before.meta().uid().equals(now.meta().uid())
                || !before.volumeName().equals(now.volumeName());
        if (pointerChanged) {
            view.reservedFor(any.key())
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
            Key key = new Key(any.meta().namespace(), name);
            Claim used = view.claim(key).orElse(null);
            if (ClaimDecision.isUnbound(used)) {
                claim.accept(key);
            } else if (used == null) {
                view.reservedFor(key).forEach(each -> volume.accept(each.meta().name()));
            }
        }
    }

    /// Everything that is not at rest, whatever it waits for: repairs what a missed wake would leave undone.
    void repair() {
        claims.all().stream().filter(each -> !each.status().isBound()).forEach(each -> claim.accept(each.key()));
        volumes.all().stream()
                .filter(each -> !isAtRest(each))
                .forEach(each -> volume.accept(each.meta().name()));
    }

    private static boolean isAtRest(Volume volume) {
        return volume.claim() == null
                ? volume.phase().equals(VolumePhase.AVAILABLE)
                : volume.phase().equals(VolumePhase.BOUND);
    }
}
