package dev.stowage.explain.cause.snapshot;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.DriverMessages;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingBuilder;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.cause.KubectlCommands;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.KubeResource;
import java.util.Optional;
import java.util.stream.Stream;

/// The driver fails to take a snapshot, and the status has its error message.
///
/// Problems of the objects themselves have their own, more exact causes.
final class SnapshotFailed implements Cause {
    private static final String ERROR = "/status/error/message";

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        boolean open = volumeChain
                .snapshot()
                .filter(each ->
                        !each.isDeleting() && !each.text("/status/readyToUse").equals("true"))
                .isPresent();
        return Stream.of(volumeChain.content(), volumeChain.snapshot())
                .flatMap(Optional::stream)
                .filter(each -> open && !each.text(ERROR).isEmpty())
                .findFirst()
                .flatMap(each -> finding(each, volumeChain));
    }

    private static Optional<Finding> finding(KubeResource shows, VolumeChain volumeChain) {
        String error = shows.text(ERROR);
        String code = DriverMessages.code(error);
        String snapshot = volumeChain.snapshot().map(KubeResource::title).orElse("The snapshot");
        // Other causes also find what a controller reports about objects, but not an error of the driver.
        FindingRank findingRank = code.isEmpty() ? FindingRank.TOLD : FindingRank.CAUSE;
        return FindingBuilder.of(
                        "snapshot-refused",
                        findingRank,
                        LinkKind.SNAPSHOT,
                        "%s cannot be taken: %s".formatted(snapshot, DriverMessages.plain(error)))
                .actor(code.equals("InvalidArgument") ? ResponsibleParty.CLUSTER_ADMIN : ResponsibleParty.STORAGE_ADMIN)
                .evidence(shows, "error: " + error)
                .since(shows, "/status/error/time")
                .advice(advice(code))
                .safe("Show the events.", KubectlCommands.describe(shows))
                .build();
    }

    private static String advice(String code) {
        return switch (code) {
            case "Unimplemented" -> "The driver does not support snapshots.";
            case "InvalidArgument" -> "The driver rejects the parameters of the VolumeSnapshotClass.";
            case "ResourceExhausted" -> "The storage does not have enough space for the snapshot.";
            case "DeadlineExceeded", "Unavailable", "Aborted" ->
                "The driver or its storage does not respond; the call is retried.";
            // Status names are external input and may be any text.
            default -> "The call is retried; check the log of the driver's controller.";
        };
    }
}
