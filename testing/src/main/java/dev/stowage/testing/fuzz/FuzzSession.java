package dev.stowage.testing.fuzz;

import java.time.Duration;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Runs a target on inputs, one after the other, until one is a finding.
///
/// The inputs run in a thread of their own with the usual stack size. A thread that hangs cannot be ended: it stays
/// behind as a daemon, and the session fails.
final class FuzzSession {
    private static final long STACK_BYTES = 1 << 20;

    private final FuzzTarget target;
    private final Duration limit;
    private final AtomicReference<@Nullable Attempt> current = new AtomicReference<>();

    /// @param limit how long one input may take
    FuzzSession(FuzzTarget target, Duration limit) {
        this.target = target;
        this.limit = limit;
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Attempt(byte[] input, long since) {}

    /// An input, and what the target threw; for one that hangs, an error with the stack of its thread.
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Finding(byte[] input, Throwable cause) {}

    Optional<Finding> run(Iterator<byte[]> inputs) throws InterruptedException {
        AtomicReference<@Nullable Finding> found = new AtomicReference<>();
        Thread thread = new Thread(null, () -> found.set(first(inputs)), "fuzz-" + target.name(), STACK_BYTES);
        thread.setDaemon(true);
        thread.start();
        while (!thread.join(limit.dividedBy(4))) {
            Attempt attempt = current.get();
            if (attempt != null && System.nanoTime() - attempt.since() > limit.toNanos()) {
                AssertionError hang = new AssertionError("takes longer than " + limit);
                hang.setStackTrace(thread.getStackTrace());
                return Optional.of(new Finding(attempt.input(), hang));
            }
        }
        return Optional.ofNullable(found.get());
    }

    private @Nullable Finding first(Iterator<byte[]> inputs) {
        byte[] input = new byte[0];
        while (true) {
            try {
                if (!inputs.hasNext()) {
                    return null;
                }
                input = inputs.next();
            } catch (RuntimeException e) {
                return new Finding(input, e);
            }
            current.set(new Attempt(input, System.nanoTime()));
            try {
                target.run(input.clone());
            } catch (Throwable e) {
                return new Finding(input, e);
            }
        }
    }
}
