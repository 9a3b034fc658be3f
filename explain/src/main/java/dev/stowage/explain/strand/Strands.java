package dev.stowage.explain.strand;

import dev.stowage.explain.picture.Picture;
import dev.stowage.explain.picture.Sort;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.PodVolumes.PodVolume;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Finds the volumes of what was asked about, and what each hangs on.
public final class Strands {
    private static final Comparator<Thing> BY_PHASE = Comparator.comparing(Phase::of);

    private final Picture picture;

    public Strands(Picture picture) {
        this.picture = picture;
    }

    /// Never empty: what has no volume is looked at by itself.
    ///
    /// @throws IllegalArgumentException for a sort of things that no volume hangs on
    public List<Strand> of(Thing subject) {
        Knot bare = new Knot(picture, subject);
        return switch (subject.sort()) {
            case POD -> ofPod(subject, bare);
            case CLAIM -> List.of(withPod(bare.withClaim(subject), subject));
            case VOLUME -> List.of(ofVolume(bare.withVolume(subject), subject));
            case ATTACHMENT -> List.of(ofAttachment(bare.withAttachment(subject), subject));
            case SNAPSHOT -> List.of(ofSnapshot(bare, subject));
            case NODE,
                    NAMESPACE,
                    EVENT,
                    QUOTA,
                    DEPLOYMENT,
                    STATEFUL_SET,
                    DAEMON_SET,
                    CLASS,
                    DRIVER,
                    CSI_NODE,
                    ATTRIBUTES_CLASS,
                    CAPACITY,
                    SNAPSHOT_CONTENT,
                    SNAPSHOT_CLASS,
                    LEASE ->
                throw new IllegalArgumentException("a " + subject.sort().word() + " is no part of one volume's way");
        };
    }

    private List<Strand> ofPod(Thing pod, Knot bare) {
        List<Strand> all = PodVolumes.of(pod).stream()
                .map(volume -> {
                    Knot knot = bare.withPod(pod, volume.name()).withDriver(volume.driver());
                    return picture.find(Sort.CLAIM, pod.namespace(), volume.claim())
                            .map(knot::withClaim)
                            .orElse(knot)
                            .tied();
                })
                .toList();
        return all.isEmpty() ? List.of(bare.withPod(pod, "").tied()) : all;
    }

    private Strand withPod(Knot knot, Thing claim) {
        return users(claim).stream()
                .max(BY_PHASE)
                .map(user -> knot.withPod(user, nameIn(user, claim)))
                .orElse(knot)
                .tied();
    }

    /// Pods that name this claim.
    public List<Thing> users(Thing claim) {
        return picture.all(Sort.POD).stream()
                .filter(pod -> pod.namespace().equals(claim.namespace()))
                .filter(pod -> PodVolumes.of(pod).stream()
                        .anyMatch(volume -> volume.claim().equals(claim.name())))
                .toList();
    }

    private static String nameIn(Thing pod, Thing claim) {
        return PodVolumes.of(pod).stream()
                .filter(volume -> volume.claim().equals(claim.name()))
                .map(PodVolume::name)
                .findFirst()
                .orElse("");
    }

    private Strand ofVolume(Knot knot, Thing volume) {
        return claimOf(volume)
                .map(claim -> withPod(knot.withClaim(claim), claim))
                .orElseGet(knot::tied);
    }

    /// A claim of the same name that was made later is another one.
    private Optional<Thing> claimOf(Thing volume) {
        String uid = volume.text("/spec/claimRef/uid");
        return picture.find(Sort.CLAIM, volume.text("/spec/claimRef/namespace"), volume.text("/spec/claimRef/name"))
                .filter(claim -> uid.isEmpty() || uid.equals(claim.uid()));
    }

    private Strand ofAttachment(Knot knot, Thing attachment) {
        Optional<Thing> volume = picture.find(Sort.VOLUME, attachment.text("/spec/source/persistentVolumeName"));
        Knot more = volume.map(knot::withVolume).orElse(knot);
        return volume.flatMap(this::claimOf)
                .map(claim -> onNode(more.withClaim(claim), claim, attachment.text("/spec/nodeName")))
                .orElse(more)
                .tied();
    }

    private Knot onNode(Knot knot, Thing claim, String node) {
        return users(claim).stream()
                .filter(user -> user.text("/spec/nodeName").equals(node))
                .max(BY_PHASE)
                .map(user -> knot.withPod(user, nameIn(user, claim)))
                .orElse(knot);
    }

    private Strand ofSnapshot(Knot knot, Thing snapshot) {
        Knot more = knot.withSnapshot(snapshot);
        return picture.find(Sort.CLAIM, snapshot.namespace(), snapshot.text("/spec/source/persistentVolumeClaimName"))
                .map(claim -> withPod(more.withClaim(claim), claim))
                .orElseGet(more::tied);
    }
}
