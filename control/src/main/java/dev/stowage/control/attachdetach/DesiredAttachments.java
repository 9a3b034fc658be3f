package dev.stowage.control.attachdetach;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.csitranslation.CsiTranslator;
import dev.stowage.kube.informer.Index;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.informer.Informers;
import dev.stowage.kube.model.CsiDriver;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.PodVolume;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Which pods need which volumes on their nodes.
final class DesiredAttachments {
    private final Informer<PersistentVolumeClaim> claims;
    private final Informer<PersistentVolume> volumes;
    private final Informer<CsiDriver> drivers;
    private final Index<Pod> podsByClaim;
    private final Index<Pod> podsByInline;
    private final Index<Pod> podsByNode;
    private final Index<PersistentVolume> volumesByName;

    DesiredAttachments(Informers informers) {
        claims = informers.of(Kinds.CLAIMS);
        volumes = informers.of(Kinds.VOLUMES);
        drivers = informers.of(Kinds.CSI_DRIVERS);
        Informer<Pod> pods = informers.of(Kinds.PODS);
        podsByClaim = pods.index(pod -> pod.nodeName().isEmpty()
                ? List.of()
                : pod.claims().stream()
                        .map(claim -> new NamespacedName(pod.meta().namespace(), claim).toString())
                        .toList());
        podsByInline = pods.index(pod -> inline(pod)
                .map(attachableVolume -> attachableVolume.volume().uniqueName())
                .toList());
        podsByNode = pods.index(pod -> pod.nodeName().isEmpty() ? List.of() : List.of(pod.nodeName()));
        volumesByName = volumes.index(volume ->
                target(volume).map(attachableVolume -> attachableVolume.volume().uniqueName()).stream()
                        .toList());
    }

    /// Empty for a volume of another kind, or one that cannot be translated to CSI.
    static Optional<AttachableVolume> target(PersistentVolume volume) {
        try {
            return AttachableVolume.of(CsiTranslator.toCsi(volume), false);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Stream<AttachableVolume> inline(Pod pod) {
        return pod.nodeName().isEmpty()
                ? Stream.empty()
                : pod.volumes().stream()
                        .filter(volume -> volume.inTree() != null)
                        .flatMap(volume -> inline(pod.meta().namespace(), volume).stream());
    }

    private static Optional<AttachableVolume> inline(String namespace, PodVolume volume) {
        try {
            return AttachableVolume.of(CsiTranslator.toCsi(namespace, volume), true);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    List<PersistentVolume> volumes(String name) {
        return volumesByName.get(name);
    }

    Optional<PersistentVolume> volume(String volumeName) {
        return volumes.find(volumeName);
    }

    List<Pod> podsOn(String node) {
        return podsByNode.get(node);
    }

    /// How a volume is attached; null when it is not known, or when its driver does not need attachments.
    @Nullable
    AttachableVolume target(String name) {
        List<AttachableVolume> targets = Stream.concat(
                        volumesByName.get(name).stream().flatMap(volume -> target(volume).stream()),
                        podsByInline.get(name).stream().flatMap(DesiredAttachments::inline))
                .filter(attachableVolume ->
                        attachableVolume.volume().uniqueName().equals(name))
                .toList();
        // If two PersistentVolumes refer to one volume, the stricter one applies.
        return targets.stream()
                .filter(AttachableVolume::exclusive)
                .findFirst()
                .or(() -> targets.stream().findFirst())
                .orElse(null);
    }

    /// The pods that need a volume, on any node.
    List<Pod> pods(String name) {
        Optional<CsiVolume> known = CsiVolume.of(name);
        if (known.isEmpty() || !isAttached(known.get().driver())) {
            return List.of();
        }
        List<Pod> found = new ArrayList<>();
        for (PersistentVolume volume : volumesByName.get(name)) {
            ObjectReference reference = volume.claim();
            if (reference != null) {
                claims.find(reference.key())
                        .filter(claim -> isBound(claim, volume, reference))
                        .ifPresent(claim -> podsByClaim.get(claim.key().toString()).stream()
                                .filter(pod -> uses(pod, claim))
                                .forEach(found::add));
            }
        }
        found.addAll(podsByInline.get(name));
        return found.stream().filter(pod -> !pod.isTerminated()).distinct().toList();
    }

    private boolean isAttached(String driver) {
        return drivers.find(driver).map(CsiDriver::attaches).orElse(true);
    }

    private static boolean isBound(PersistentVolumeClaim claim, PersistentVolume volume, ObjectReference reference) {
        return claim.status().isBound()
                && claim.volumeName().equals(volume.meta().name())
                && claim.meta().uid().equals(reference.uid());
    }

    /// A claim that happens to have the name of a pod's ephemeral volume is not that volume.
    private static boolean uses(Pod pod, PersistentVolumeClaim claim) {
        return pod.volumes().stream()
                .filter(volume -> volume.claim().equals(claim.meta().name()))
                .anyMatch(volume -> !volume.isEphemeral()
                        || claim.meta().ownerReferences().stream()
                                .anyMatch(ownerReference -> ownerReference.controller()
                                        && ownerReference
                                                .uid()
                                                .equals(pod.meta().uid())));
    }

    /// All volumes that a pod may need, by their unique names.
    Set<String> names(Pod pod) {
        Set<String> names = new LinkedHashSet<>();
        for (String claim : pod.claims()) {
            claims.find(new NamespacedName(pod.meta().namespace(), claim))
                    .flatMap(found -> volumes.find(found.volumeName()))
                    .flatMap(DesiredAttachments::target)
                    .ifPresent(attachableVolume ->
                            names.add(attachableVolume.volume().uniqueName()));
        }
        inline(pod)
                .forEach(attachableVolume -> names.add(attachableVolume.volume().uniqueName()));
        return names;
    }
}
