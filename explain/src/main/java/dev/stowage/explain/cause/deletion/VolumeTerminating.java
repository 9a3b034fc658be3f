package dev.stowage.explain.cause.deletion;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.DriverMessages;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingBuilder;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.cause.KubectlCommands;
import dev.stowage.explain.cause.ObservedEvent;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.cause.VolumeAttachments;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.k8s.names.VolumeEventReasons;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// A volume is not deleted: it was deleted itself, or its claim was and its reclaim policy is Delete.
final class VolumeTerminating implements Cause {
    private static final String WORD = "volume-terminating";
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration USUAL = Duration.ofSeconds(15);

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        return volumeChain
                .volume()
                .filter(volume -> volume.isDeleting() || isReleased(volume))
                .flatMap(volume -> judge(volume, volumeChain));
    }

    private static boolean isReleased(KubeResource volume) {
        String phase = volume.text("/status/phase");
        return (phase.equals("Released") || phase.equals("Failed"))
                && volume.text("/spec/persistentVolumeReclaimPolicy").equals("Delete");
    }

    private static Optional<Finding> judge(KubeResource volume, VolumeChain volumeChain) {
        if (volume.text("/status/phase").equals("Bound")) {
            return bound(volume, volumeChain);
        }
        List<KubeResource> attachments = VolumeAttachments.of(volume, volumeChain.clusterState());
        if (!attachments.isEmpty()) {
            return attached(volume, attachments);
        }
        Optional<ObservedEvent> failed = ObservedEvent.about(volume, volumeChain)
                .filter(each -> each.hasReason(VolumeEventReasons.VOLUME_FAILED_DELETE))
                .findFirst();
        String message = volume.text("/status/message");
        if (failed.isPresent() || !message.isEmpty()) {
            return refused(volume, failed.map(ObservedEvent::text).orElse(message), failed);
        }
        boolean fresh = volume.time("/metadata/deletionTimestamp")
                .or(() -> volume.time("/status/lastPhaseTransitionTime"))
                .map(from -> volumeChain.since(from).compareTo(PATIENCE) < 0)
                .orElse(false);
        return fresh ? going(volume) : held(volume, volumeChain);
    }

    private static Optional<Finding> bound(KubeResource volume, VolumeChain volumeChain) {
        String claim = "pvc/" + volume.text("/spec/claimRef/name");
        boolean follows = volumeChain.claim().map(KubeResource::isDeleting).orElse(false);
        return draft(
                        volume,
                        follows ? FindingRank.WAITING : FindingRank.CAUSE,
                        "%s is being deleted, and will be removed together with %s in namespace %s."
                                .formatted(volume.title(), claim, volume.text("/spec/claimRef/namespace")))
                .actor(follows ? ResponsibleParty.NOBODY : ResponsibleParty.USER)
                .advice("A deletion cannot be undone; as long as the claim exists, pods can use the volume.")
                .safe(
                        "Keep the data in the storage when the volume is deleted.",
                        KubectlCommands.on("patch", volume)
                                + " -p '{\"spec\":{\"persistentVolumeReclaimPolicy\":\"Retain\"}}'")
                .dangerous(
                        "Delete the claim, and the volume with it.",
                        KubectlCommands.kubectl(volume.text("/spec/claimRef/namespace")) + " delete pvc "
                                + KubectlCommands.quoted(volume.text("/spec/claimRef/name")),
                        "with the reclaim policy Delete the data is lost")
                .build();
    }

    private static Optional<Finding> attached(KubeResource volume, List<KubeResource> attachments) {
        String nodes = attachments.stream().map(VolumeAttachments::node).collect(Collectors.joining(", "));
        boolean moves = attachments.stream().anyMatch(KubeResource::isDeleting);
        FindingBuilder findingBuilder = draft(
                        volume,
                        moves ? FindingRank.WAITING : FindingRank.CAUSE,
                        "%s is not deleted because it is still attached to node %s.".formatted(volume.title(), nodes))
                .actor(moves ? ResponsibleParty.NOBODY : ResponsibleParty.CLUSTER_ADMIN)
                .usual(moves ? USUAL : Duration.ZERO);
        attachments.forEach(each -> findingBuilder
                .evidence(each, "node " + VolumeAttachments.node(each) + (each.isDeleting() ? ", being detached" : ""))
                .safe("Check why it is not detached.", KubectlCommands.yaml(each)));
        return findingBuilder
                .advice("It is detached when no pod on that node uses it and the node has unmounted it.")
                .build();
    }

    private static Optional<Finding> refused(KubeResource volume, String error, Optional<ObservedEvent> told) {
        FindingBuilder findingBuilder = draft(
                        volume,
                        told.isPresent() ? FindingRank.TOLD : FindingRank.CAUSE,
                        "The driver cannot delete %s: %s".formatted(volume.title(), DriverMessages.plain(error)))
                .actor(ResponsibleParty.STORAGE_ADMIN);
        told.ifPresent(findingBuilder::event);
        return findingBuilder
                .advice("Deletion is retried. Snapshots or clones that depend on the volume often prevent it.")
                .dangerous(
                        "If the volume is definitely deleted in the storage, remove the finalizers of the object.",
                        FinalizerInfo.removal(volume),
                        "a volume that still exists is leaked: it stays in the storage and costs money")
                .build();
    }

    private static Optional<Finding> going(KubeResource volume) {
        return draft(volume, FindingRank.WAITING, "The driver is deleting %s.".formatted(volume.title()))
                .usual(USUAL)
                .build();
    }

    private static Optional<Finding> held(KubeResource volume, VolumeChain volumeChain) {
        List<String> finalizers = FinalizerInfo.of(volume);
        String who = volume.annotation(VolumeAnnotations.PROVISIONED_BY).orElse(volumeChain.driver());
        boolean attacher = FinalizerInfo.startsAny(volume, FinalizerInfo.ATTACHER);
        String verdict = attacher
                ? "%s is not attached to any node but still has the finalizer of the attacher of driver %s, which is not working."
                : "%s is not deleted: the provisioner of driver %s is not working.";
        return draft(volume, FindingRank.CAUSE, verdict.formatted(volume.title(), who))
                .actor(ResponsibleParty.STORAGE_ADMIN)
                .safe("Check whether the sidecars of the driver's controller run.", "kubectl get pods -A -o wide")
                .dangerous(
                        "If the driver was uninstalled: delete the volume in the storage by hand, then remove the"
                                + " finalizers of the object.",
                        finalizers.isEmpty() ? KubectlCommands.delete(volume) : FinalizerInfo.removal(volume),
                        "a volume that still exists is leaked: it stays in the storage and costs money")
                .build();
    }

    private static FindingBuilder draft(KubeResource volume, FindingRank findingRank, String verdict) {
        FindingBuilder findingBuilder = FindingBuilder.of(WORD, findingRank, LinkKind.VOLUME, verdict)
                .evidence(
                        volume,
                        "phase " + volume.text("/status/phase") + ", policy "
                                + volume.text("/spec/persistentVolumeReclaimPolicy"))
                .since(volume, volume.isDeleting() ? "/metadata/deletionTimestamp" : "/status/lastPhaseTransitionTime");
        FinalizerInfo.of(volume)
                .forEach(each ->
                        findingBuilder.evidence(volume, "finalizer " + each + " " + FinalizerInfo.meaning(each)));
        return findingBuilder;
    }
}
