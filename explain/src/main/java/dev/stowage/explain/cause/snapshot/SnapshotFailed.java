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

/// The driver takes no snapshot, and its words stand in the status.
///
/// What is wrong with the objects themselves is told by others, and more exactly.
public final class SnapshotFailed implements Cause {
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
        // Whatever a controller says about objects is seen by others as well: a driver's word is not.
        FindingRank findingRank = code.isEmpty() ? FindingRank.TOLD : FindingRank.CAUSE;
        return FindingBuilder.of(
                        "snapshot-refused",
                        findingRank,
                        LinkKind.SNAPSHOT,
                        "%s is not taken: %s".formatted(snapshot, DriverMessages.plain(error)))
                .actor(code.equals("InvalidArgument") ? ResponsibleParty.CLUSTER_ADMIN : ResponsibleParty.STORAGE_ADMIN)
                .evidence(shows, "error: " + error)
                .since(shows, "/status/error/time")
                .advice(advice(code))
                .safe("See what was told.", KubectlCommands.describe(shows))
                .build();
    }

    private static String advice(String code) {
        return switch (code) {
            case "Unimplemented" -> "The driver takes no snapshots.";
            case "InvalidArgument" -> "The driver does not accept the parameters of the VolumeSnapshotClass.";
            case "ResourceExhausted" -> "There is no room for the snapshot in the storage.";
            case "DeadlineExceeded", "Unavailable", "Aborted" ->
                "The driver or the storage behind it does not answer;" + " it is tried again.";
            // The names of statuses come from outside: any text may stand here.
            default -> "It is tried again; the log of the driver's controller tells more.";
        };
    }
}
