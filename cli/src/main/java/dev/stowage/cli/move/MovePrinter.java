package dev.stowage.cli.move;

import dev.stowage.cli.ActivityPrinter;
import java.io.PrintStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Shows moves that go on: one line that changes on a terminal, a line for each step elsewhere. What a user has to
/// know stays on the screen, and is printed once.
public final class MovePrinter implements AutoCloseable {
    private static final int WIDEST = 110;
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

    private final PrintStream err;
    private final boolean terminal;
    private final ActivityPrinter activity;
    private final Map<String, String> steps = new HashMap<>();
    private final Set<String> noted = new HashSet<>();

    /// @param terminal whether it is one
    public MovePrinter(PrintStream err, boolean terminal) {
        this.err = err;
        this.terminal = terminal;
        this.activity = new ActivityPrinter(err, terminal);
    }

    private void show(VolumeMove move, String prefix) {
        step(move, prefix);
        line(prefix + MoveText.activity(move));
    }

    /// What is to stay on the screen.
    ///
    /// @param prefix before the line, where more than one move is shown
    public void step(VolumeMove move, String prefix) {
        MoveAttention.of(move).ifPresent(this::note);
        if (!terminal && !step(move).equals(steps.put(move.meta().uid(), step(move)))) {
            activity.show(prefix + MoveText.activity(move));
        }
    }

    /// Shows one move until it ends.
    ///
    /// @return its last state; one that was deleted may not have ended
    public VolumeMove follow(ObjectWatch<VolumeMove> watch, VolumeMove move, String prefix)
            throws InterruptedException {
        VolumeMove last = move;
        while (!last.isEnded()) {
            show(last, prefix);
            watch.await(LONGEST_WAIT);
            Optional<VolumeMove> now = watch.find(move);
            if (now.isEmpty()) {
                break;
            }
            last = now.get();
        }
        activity.close();
        return last;
    }

    /// On a terminal only: elsewhere each change would be a line.
    public void line(String text) {
        if (terminal) {
            activity.show(text.length() > WIDEST ? text.substring(0, WIDEST) : text);
        }
    }

    /// Printed once, above the line.
    public void note(String text) {
        if (noted.add(text)) {
            activity.close();
            err.println(text);
            err.flush();
        }
    }

    /// What is worth a line: not each byte.
    private static String step(VolumeMove move) {
        return move.phase() == MovePhase.COPYING
                ? move.phase() + " " + move.bytes().percent() / 10
                        + MoveText.wait(move).orElse("")
                : MoveText.activity(move);
    }

    @Override
    public void close() {
        activity.close();
    }
}
