package dev.stowage.cli.doctor;

import dev.stowage.explain.doctor.Observation;
import dev.stowage.linux.BlockingCalls;
import dev.stowage.linux.SyscallRefusedException;
import dev.stowage.linux.UncertainOutcomeException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Reads files and devices that may hang, each with a timeout. Thread-safe.
final class TimedReader {
    /// Short enough for a user who waits for the result.
    static final Duration TIME = Duration.ofSeconds(4);
    private static final int THREADS = 32;
    private static final int WAITING = 4096;

    /// One call at a time per file system: a call that waits behind a hanging one is rejected at the timeout.
    private final BlockingCalls calls;

    private final Duration time;

    /// @param time the timeout of each check
    TimedReader(Duration time) {
        this.time = time;
        this.calls = new BlockingCalls(THREADS, WAITING, 1, time);
    }

    BlockingCalls calls() {
        return calls;
    }

    /// @param what the name; reads with the same name wait for each other
    <T> Observation<T> readBlocking(String what, BlockingCalls.Body<T> body) {
        return read(() -> calls.call(what, "look", what, body));
    }

    /// For reads with their own deadline.
    <T> Observation<T> read(BlockingCalls.Body<T> body) {
        try {
            return Observation.available(body.run());
        } catch (UncertainOutcomeException | SyscallRefusedException e) {
            return Observation.unavailable("no response within " + time.toSeconds() + "s");
        } catch (IOException e) {
            String why = e.getMessage();
            return Observation.unavailable(e.getClass().getSimpleName() + (why == null ? "" : ": " + why));
        }
    }

    /// Side by side, so that many that hang take no longer than one.
    static <A, B> List<B> each(List<A> of, Question<A, B> question) throws InterruptedException {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<B>> calls =
                    of.stream().<Callable<B>>map(one -> () -> question.ask(one)).toList();
            List<B> answers = new ArrayList<>();
            for (Future<B> answer : threads.invokeAll(calls)) {
                answers.add(answer.get());
            }
            return answers;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof InterruptedException) {
                throw new InterruptedException();
            }
            throw new IllegalStateException("a check failed", e.getCause());
        }
    }

    /// Never throws: a failure is also a result.
    @FunctionalInterface
    interface Question<A, B> {
        B ask(A about) throws InterruptedException;
    }
}
