package dev.stowage.interop.suite;

import dev.stowage.interop.program.Await;
import dev.stowage.interop.program.Leftovers;
import dev.stowage.interop.program.LoopDevices;
import dev.stowage.interop.program.Mounts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Asks one thing after another; a wrong answer does not keep the next question from being asked.
public final class Questions {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final List<Outcome> outcomes = new ArrayList<>();

    /// An attempt that succeeds by not throwing.
    @FunctionalInterface
    public interface Attempt {
        void make() throws Exception;
    }

    @FunctionalInterface
    public interface Answer {
        String give() throws Exception;
    }

    public void holds(String name, Attempt attempt) throws InterruptedException {
        try {
            attempt.make();
            outcomes.add(Outcome.passed(name));
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception | AssertionError e) {
            outcomes.add(Outcome.failed(name, String.valueOf(e.getMessage())));
        }
    }

    public void equal(String name, String wanted, Answer answer) throws InterruptedException {
        holds(name, () -> {
            String given = answer.give();
            if (!given.equals(wanted)) {
                throw new AssertionError("wanted \"%s\", got \"%s\"".formatted(wanted, given));
            }
        });
    }

    /// For what is about to become so: a process that was killed needs a moment to be gone, and so does a device that
    /// somebody else is just looking at.
    public void becomes(String name, String wanted, Answer answer) throws InterruptedException {
        holds(
                name,
                () -> Await.until("\"" + wanted + "\"", PATIENCE, List.of(), () -> {
                    String given = given(answer);
                    if (!given.equals(wanted)) {
                        throw new IOException("wanted \"%s\", got \"%s\"".formatted(wanted, given));
                    }
                    return true;
                }));
    }

    private static String given(Answer answer) throws IOException, InterruptedException {
        try {
            return answer.give();
        } catch (IOException | InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(e);
        }
    }

    /// Whether the machine knows of nothing in a folder any more.
    ///
    /// @param when ends the questions: ` after Ctrl-C`, or nothing
    public void leavesNothing(Path folder, String when) throws InterruptedException {
        equal("nothing stays mounted" + when, "[]", () -> Mounts.beneath(folder).toString());
        becomes(
                "no loop device stays" + when,
                "[]",
                () -> LoopDevices.over(folder).toString());
        becomes(
                "no process stays" + when,
                "[]",
                () -> Leftovers.processes(folder).toString());
    }

    public void skip(String name, String reason) {
        outcomes.add(Outcome.skipped(name, reason));
    }

    public List<Outcome> outcomes() {
        return List.copyOf(outcomes);
    }
}
