package dev.stowage.explain.cause.binding;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingBuilder;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.cause.KubectlCommands;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.chain.VolumeChain;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The claim asks for something that this driver, or any driver, does not do.
final class UnsupportedRequest implements Cause {
    private static final List<Feature> REQUESTS = List.of(
            new Feature(
                    "selector-not-supported",
                    Pattern.compile("claim Selector is not supported"),
                    "chooses among volumes by labels (spec.selector), and volumes that are made on demand have none",
                    "Leave spec.selector out, or set storageClassName to \"\" and make a volume with these labels by hand."),
            new Feature(
                    "clone-not-supported",
                    Pattern.compile("does not support clone operations|CLONE_VOLUME capability is not reported"),
                    "shall be a copy of another claim, and the driver cannot copy volumes",
                    "Make it without spec.dataSource and copy the files in a pod, or restore a snapshot if the driver"
                            + " has those."),
            new Feature(
                    "restore-not-supported",
                    Pattern.compile(
                            "does not support snapshot restore|CREATE_DELETE_SNAPSHOT capability is not reported"),
                    "shall be made of a snapshot, and the driver cannot do that",
                    "Make it without spec.dataSource and copy the files in a pod."),
            new Feature(
                    "access-mode-not-supported",
                    Pattern.compile("(?i)access ?modes?.{0,60}(?:is|are) not supported|unsupported access ?mode"),
                    "asks for a way of access that the driver does not have",
                    "Choose another of spec.accessModes; ReadWriteOnce is what all drivers have."));

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        return PendingClaim.pending(volumeChain)
                .flatMap(pendingClaim -> bySelector(pendingClaim).or(() -> byWords(pendingClaim)));
    }

    /// The object shows it before anybody tells.
    private static Optional<Finding> bySelector(PendingClaim pendingClaim) {
        boolean shown = pendingClaim.claim().json().at("/spec/selector").isObject()
                && pendingClaim.isProvisioningRequested()
                && !pendingClaim.provisioner().equals(PendingClaim.NO_PROVISIONER)
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

    /// Something that cannot be asked for.
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
                            "A claim cannot be changed in this: delete it and make it anew. It has no data yet.",
                            KubectlCommands.delete(pendingClaim.claim()));
        }
    }
}
