package dev.stowage.interop.suite;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Scenarios that are played on one stage. Most of a play is waiting, so several are under way at once.
///
/// @param bench hears how each went
public record Plays(Bench bench) {

    /// One play.
    public interface Play {
        /// As it stands in the report.
        String name();

        void play() throws Exception;

        /// Whatever came of it.
        void clean() throws IOException, InterruptedException;
    }

    public List<Outcome> all(List<? extends Play> plays, int atOnce) throws InterruptedException {
        List<Outcome> outcomes = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(atOnce)) {
            List<Future<Outcome>> all = new ArrayList<>();
            for (Play play : plays) {
                all.add(threads.submit((Callable<Outcome>) () -> one(play)));
            }
            try {
                for (Future<Outcome> one : all) {
                    outcomes.add(one.get());
                }
            } catch (ExecutionException e) {
                throw new IllegalStateException(e.getCause());
            } catch (InterruptedException e) {
                threads.shutdownNow();
                throw e;
            }
        }
        return outcomes;
    }

    private Outcome one(Play play) throws InterruptedException {
        long begun = System.nanoTime();
        Outcome outcome = Outcome.passed(play.name());
        try {
            play.play();
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception | AssertionError e) {
            outcome = Outcome.failed(play.name(), e.toString());
        }
        bench.say("%s %s, %.1f s".formatted(outcome.verdict(), play.name(), (System.nanoTime() - begun) / 1e9));
        if (outcome.verdict() == Outcome.Verdict.FAILED) {
            bench.say(outcome.reason());
        }
        try {
            play.clean();
            return outcome;
        } catch (IOException e) {
            return Outcome.failed(play.name(), outcome.reason() + " cleaning up: " + e.getMessage());
        }
    }
}
