package dev.stowage.cli.move;

import java.util.Optional;

/// What a move waits for that a user can do something about, or has to know.
public final class MoveAttention {
    private static final String BARE = "pods without a controller use the volume: ";
    private static final String BUDGET = "waiting for a disruption budget to allow the eviction of pod ";

    private MoveAttention() {}

    public static Optional<String> of(VolumeMove move) {
        return MoveText.wait(move).flatMap(wait -> text(wait, move));
    }

    private static Optional<String> text(String wait, VolumeMove move) {
        if (wait.startsWith(BARE)) {
            String pods = wait.substring(BARE.length()).split(";", 2)[0];
            return Optional.of(
                    "The volume of pvc/%s is in use by pods without a controller, which nothing would start again: %s. "
                                    .formatted(move.claimName(), pods)
                            + "Delete them, or repeat the command with --delete-bare-pods.");
        }
        if (wait.startsWith(BUDGET)) {
            return Optional.of(
                    "A disruption budget does not allow to evict pod %s of pvc/%s now; the move goes on when it does."
                            .formatted(wait.substring(BUDGET.length()), move.claimName()));
        }
        boolean isNews = wait.contains("be reached")
                || wait.contains("does not exist any more")
                || wait.contains("was replaced by")
                || wait.startsWith("copying from the beginning");
        return isNews ? Optional.of("pvc/" + move.claimName() + ": " + wait) : Optional.empty();
    }
}
