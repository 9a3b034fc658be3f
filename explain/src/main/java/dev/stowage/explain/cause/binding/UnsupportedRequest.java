package dev.stowage.explain.cause.binding;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingBuilder;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.cause.KubectlCommands;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.k8s.names.StorageClassKeys;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The claim requests something that this driver, or any driver, does not support.
final class UnsupportedRequest implements Cause {
    private static final List<Feature> REQUESTS = List.of(
            new Feature(
                    "selector-not-supported",
                    Pattern.compile("claim Selector is not supported"),
                    "selects volumes by label (spec.selector), but provisioned volumes have no labels",
                    "Remove spec.selector, or set storageClassName to \"\" and create a volume with these labels by hand."),
            new Feature(
                    "clone-not-supported",
                    Pattern.compile("does not support clone operations|CLONE_VOLUME capability is not reported"),
                    "is a clone of another claim, but the driver cannot clone volumes",
                    "Create it without spec.dataSource and copy the files in a pod, or restore a snapshot if the driver"
                            + " supports snapshots."),
            new Feature(
                    "restore-not-supported",
                    Pattern.compile(
                            "does not support snapshot restore|CREATE_DELETE_SNAPSHOT capability is not reported"),
                    "is restored from a snapshot, but the driver cannot restore snapshots",
                    "Create it without spec.dataSource and copy the files in a pod."),
            new Feature(
                    "access-mode-not-supported",
                    Pattern.compile("(?i)access ?modes?.{0,60}(?:is|are) not supported|unsupported access ?mode"),
                    "requests an access mode that the driver does not support",
                    "Choose another of spec.accessModes; all drivers support ReadWriteOnce."));

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        return PendingClaim.pending(volumeChain)
                .flatMap(pendingClaim -> bySelector(pendingClaim).or(() -> byWords(pendingClaim)));
    }

    /// The object shows it before there is an event.
    private static Optional<Finding> bySelector(PendingClaim pendingClaim) {
        boolean shown = pendingClaim.claim().json().at("/spec/selector").isObject()
                && pendingClaim.isProvisioningRequested()
                && !pendingClaim.provisioner().equals(StorageClassKeys.NO_PROVISIONER)
                && pendingClaim.fitting().isEmpty();
        return shown ? REQUESTS.getFirst().draft(pendingClaim).build() : Optional.empty();
    }

    private static Optional<Finding> byWords(PendingClaim pendingClaim) {
        return ProvisioningEvents.latest(pendingClaim)
                .flatMap(told -> REQUESTS.stream()
                        .filter(request -> told.matches(request.words()))
                        .findFirst()
                        .flatMap(request -> request.draft(pendingClaim).build()));
    }

    /// An unsupported request.
    ///
    /// @param why completes the sentence that begins with the claim
    private record Feature(String cause, Pattern words, String why, String instead) {

        FindingBuilder draft(PendingClaim pendingClaim) {
            FindingBuilder findingBuilder = FindingBuilder.of(
                            cause,
                            FindingRank.CAUSE,
                            LinkKind.CLAIM,
                            pendingClaim.claim().title() + " " + why + ".")
                    .actor(ResponsibleParty.USER)
                    .since(pendingClaim.claim(), "/metadata/creationTimestamp");
            ProvisioningEvents.latest(pendingClaim)
                    .ifPresentOrElse(
                            findingBuilder::event,
                            () -> findingBuilder.evidence(
                                    pendingClaim.claim(),
                                    "spec.selector is set, spec.storageClassName: " + pendingClaim.className()));
            return findingBuilder
                    .advice(instead)
                    .safe(
                            "This field of a claim cannot be changed: delete the claim and recreate it. It has no data yet.",
                            KubectlCommands.delete(pendingClaim.claim()));
        }
    }
}
