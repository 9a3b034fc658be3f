package dev.stowage.sidecar.mover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.sdk.record.VolumeCopy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Random interleavings of a move with everybody else: the mover is killed between any two actions, answers are lost,
/// the source cannot be reached, users cancel and delete. After each step at most one copy is active and nothing
/// that was written is lost; in the end the move has ended, and the volume is whole.
class MoveModelTest {
    private static final int RUNS = 1000;
    private static final int STEPS = 150;
    private static final int LAST_STEPS = 600;

    /// What a process that was killed, or a call that timed out, still does.
    private record LateAction(MoveState state, MoveAction action) {}

    private final List<String> story = new ArrayList<>();
    private final List<LateAction> late = new ArrayList<>();
    private boolean isSnapshotLeft;
    private boolean isVolumeDeleted;
    private final Set<MovePhase> ends = EnumSet.noneOf(MovePhase.class);
    private ModelCluster cluster = new ModelCluster();
    private ModelMove move = new ModelMove(cluster, new Random(0));
    private Random random = new Random(0);

    @Test
    void everyInterleavingEndsWithAWholeVolume() {
        for (int seed = 0; seed < RUNS; seed++) {
            begin(seed);
            try {
                for (int step = 0; step < STEPS; step++) {
                    disturb();
                    pass(true);
                    check();
                }
                settle();
                ends.add(move.status.phase());
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + ":\n" + String.join("\n", story), e);
            }
        }
        assertThat(ends).containsExactlyInAnyOrder(MovePhase.SUCCEEDED, MovePhase.CANCELLED, MovePhase.FAILED);
    }

    /// Cancelled by a user, after the node was removed from the cluster.
    @Test
    void theSourceEndsAMoveWhoseTargetIsGone() {
        for (int seed = 0; seed < RUNS; seed++) {
            begin(seed);
            try {
                for (int step = random.nextInt(STEPS); step > 0; step--) {
                    move.now = move.now.plus(Duration.ofMillis(700));
                    world(random.nextInt(5));
                    pass(true);
                    check();
                }
                MoveDirection before = MoveDirection.of(move.status.conditions());
                cluster.nodes.remove(ModelCluster.TARGET);
                move.isCancelled = true;
                move.touch();
                for (int step = 0; step < STEPS; step++) {
                    world(random.nextInt(5));
                    pass(true);
                    check();
                }
                if (before == MoveDirection.OPEN) {
                    assertThat(move.status.phase().isEnded()).isTrue();
                    assertThat(cluster.source.isActive()).isTrue();
                    assertThat(cluster.named()).isEqualTo(ModelCluster.SOURCE);
                    cluster.nodes.add(ModelCluster.TARGET);
                    settle();
                }
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + ":\n" + String.join("\n", story), e);
            }
        }
    }

    private void begin(int seed) {
        random = new Random(seed);
        story.clear();
        late.clear();
        isSnapshotLeft = false;
        isVolumeDeleted = false;
        cluster = new ModelCluster();
        cluster.isAttachable = random.nextBoolean();
        cluster.source.canTakeSnapshots = random.nextInt(4) != 0;
        move = new ModelMove(cluster, random);
        move.canPatchAffinity = random.nextInt(4) == 0;
        cluster.source.data = cluster.written = 1;
    }

    private void disturb() {
        move.now = move.now.plus(Duration.ofMillis(700));
        for (int i = random.nextInt(4); i > 0; i--) {
            world(random.nextInt(5));
        }
        if (!late.isEmpty() && random.nextInt(8) == 0) {
            arrive(late.removeFirst());
        }
        switch (random.nextInt(150)) {
            case 0 -> change("the user cancels", () -> move.isCancelled = true);
            case 1 -> change("the user deletes the move", () -> move.isDeleted = true);
            case 2 -> change("the claim is deleted", cluster::deleteClaim);
            case 3 -> change("the claim is recreated", () -> cluster.claimUid = Optional.of("claim-2"));
            case 4, 5, 6, 7 -> change("the source goes away", () -> move.canReachSource = false);
            case 8, 9, 10, 11, 12, 13 -> change("the source comes back", () -> move.canReachSource = true);
            case 14, 15 -> change("the provisioner stops", () -> cluster.hasProvisioner = false);
            case 19 -> {
                if (!isVolumeDeleted && !move.status.phase().isEnded()) {
                    change("a user deletes the volume by force", () -> cluster.volume = Optional.empty());
                    isVolumeDeleted = true;
                }
            }
            case 16, 17, 18 -> change("the provisioner starts", () -> cluster.hasProvisioner = true);
            default -> {}
        }
    }

    private void change(String what, Runnable runnable) {
        // A claim in use is not deleted, and one that was deleted is not there to be recreated.
        boolean isImpossible = what.equals("the claim is recreated") && cluster.claimUid.isPresent();
        if (!isImpossible && !move.isGone) {
            story.add("  " + what);
            runnable.run();
            move.touch();
        }
    }

    private void world(int which) {
        switch (which) {
            case 0 -> cluster.bind();
            case 1 -> cluster.provision();
            case 2 -> cluster.runPods(move.now);
            default -> cluster.write();
        }
    }

    /// @param isFaulty whether the mover may be killed, and answers may be lost
    private boolean pass(boolean isFaulty) {
        if (move.isGone) {
            return false;
        }
        MoveState state =
                move.read(cluster.nodes.contains(ModelCluster.TARGET) ? ModelCluster.TARGET : ModelCluster.SOURCE);
        List<MoveAction> actions = move.decide(state);
        for (MoveAction action : actions) {
            if (isFaulty && random.nextInt(20) == 0) {
                story.add("later: " + text(action));
                late.add(new LateAction(state, action));
                return cancelSometimes();
            }
            if (isFaulty && random.nextInt(12) == 0) {
                story.add("killed before " + action.getClass().getSimpleName());
                return cancelSometimes();
            }
            try {
                story.add(text(action));
                move.execute(state, action);
            } catch (ModelMove.ConflictException e) {
                story.add("  conflict");
                return true;
            } catch (PeerCallException e) {
                story.add("  " + e.getMessage());
                failed(state, action, e);
                return true;
            }
            check();
        }
        return !actions.isEmpty();
    }

    /// What is decided next then differs most from what was begun.
    private boolean cancelSometimes() {
        if (random.nextInt(12) == 0) {
            change("the user cancels", () -> move.isCancelled = true);
        }
        return true;
    }

    private void arrive(LateAction action) {
        story.add("  late: " + text(action.action()));
        // The price of a call that arrives after the end of its move: a snapshot that a user can delete.
        isSnapshotLeft |= action.action() instanceof MoveAction.TakeSnapshot;
        try {
            move.execute(action.state(), action.action());
        } catch (ModelMove.ConflictException | PeerCallException e) {
            story.add("  refused");
        }
        check();
    }

    private static String text(MoveAction action) {
        return switch (action) {
            case MoveAction.WriteStatus(MoveStatus next) ->
                "WriteStatus " + next.phase() + " " + MoveDirection.of(next.conditions()) + ": " + next.message();
            case MoveAction.ChangeVolume(SwitchAction change) ->
                change.getClass().getSimpleName();
            case MoveAction.Await(String message, var _) -> "Await " + message;
            default -> action.getClass().getSimpleName();
        };
    }

    private void failed(MoveState state, MoveAction action, PeerCallException e) {
        boolean isOpen = state.move().direction() == MoveDirection.OPEN;
        List<MoveAction> next = switch (isOpen ? MoveFailure.of(action, e) : MoveFailure.RETRY) {
            case RETRY -> List.of();
            case RESTART ->
                List.of(new MoveAction.WriteStatus(CopyingDecision.restarted(state.status(), "mismatch", state)));
            case NO_SNAPSHOTS ->
                List.of(new MoveAction.WriteStatus(CopyingDecision.withoutSnapshots(state, "no snapshots")));
            case FAIL -> MoveDecision.turnBack(state, UndoDecision.FAILED, "failed");
        };
        for (MoveAction each : next) {
            try {
                story.add(text(each));
                move.execute(state, each);
            } catch (ModelMove.ConflictException | PeerCallException race) {
                return;
            }
        }
    }

    private boolean isClaimThere() {
        return cluster.claimUid.filter("claim-1"::equals).isPresent();
    }

    private void check() {
        assertThat(cluster.source.isActive() && cluster.target.isActive())
                .as("two active copies")
                .isFalse();
        boolean isWhole = (cluster.source.exists && cluster.source.data == cluster.written)
                || (cluster.target.exists && cluster.target.data == cluster.written)
                || (cluster.target.copy.orElse(null) instanceof VolumeCopy.Standby
                        && cluster.target.data == cluster.written);
        assertThat(isWhole || !isClaimThere()).as("something was lost").isTrue();
        if (cluster.volume.isEmpty() && !isVolumeDeleted && isClaimThere()) {
            assertThat(move.status.savedVolume()).as("the intent").isPresent();
        }
    }

    /// Everybody works on, and nothing fails.
    private void settle() {
        move.canReachSource = true;
        cluster.hasProvisioner = true;
        while (!late.isEmpty()) {
            arrive(late.removeFirst());
        }
        for (int i = 0; i < LAST_STEPS; i++) {
            move.now = move.now.plus(Duration.ofMillis(700));
            for (int which = 0; which < 4; which++) {
                world(which);
            }
            pass(false);
            check();
        }
        story.add("source %s %s, target %s %s, volume on %s, %s"
                .formatted(
                        cluster.source.exists,
                        cluster.source.copy,
                        cluster.target.exists,
                        cluster.target.copy,
                        cluster.named(),
                        move.status));
        assertThat(move.status.phase().isEnded() || move.isGone).as("ended").isTrue();
        assertThat(cluster.source.snapshots.isEmpty() || isSnapshotLeft)
                .as("snapshots are deleted")
                .isTrue();
        assertThat(cluster.source.exists && cluster.target.exists)
                .as("two volumes")
                .isFalse();
        if (cluster.volume.isEmpty() && isVolumeDeleted) {
            assertThat(cluster.source.isActive() || cluster.target.isActive() || !isClaimThere())
                    .as("usable by hand")
                    .isTrue();
        } else if (isClaimThere()) {
            assertThat(cluster.driver(cluster.named()).isActive()).as("usable").isTrue();
            assertThat(cluster.driver(cluster.named()).data).isEqualTo(cluster.written);
            assertThat(isVolumeDeleted
                            || cluster.volumeText("/spec/persistentVolumeReclaimPolicy")
                                    .equals("Delete"))
                    .isTrue();
            assertThat(cluster.volumeText("/metadata/labels/tier")).isEqualTo("gold");
            assertThat(cluster.claimPhase).isEqualTo("Bound");
        } else if (!isVolumeDeleted) {
            assertThat(cluster.source.exists || cluster.target.exists)
                    .as("deleted by its policy")
                    .isFalse();
        }
    }
}
