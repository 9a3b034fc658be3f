package dev.stowage.driver.share;

import dev.stowage.linux.BlockingCalls;
import dev.stowage.linux.SyscallRefusedException;
import dev.stowage.linux.UncertainOutcomeException;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// A share that this driver mounts, and all calls for it. Safe for several threads.
///
/// A thread inside the kernel cannot be ended while a server does not answer. So every call for a share runs on
/// threads of this share alone, whose number is bounded; the caller stops waiting at a deadline. Each call begins
/// with a question to the server, on further threads: as long as one of those hangs, all calls fail at once.
/// Nothing of this is shared with other pools. When the server is back, the hanging calls end and the share works
/// again.
public final class Share {
    private static final int PROBES = 2;
    private static final int CALLS = 8;
    private static final int COPIES = 2;
    /// As long as it takes: a copy ends when it is done, fails, or is not wanted any more.
    private static final Duration COPY = Duration.ofDays(30);
    private static final int WAITING = 64;

    private final ShareSource source;
    private final Path directory;
    private final ShareMount mount;
    private final BlockingCalls probes;
    private final BlockingCalls calls;
    private final BlockingCalls copies = new BlockingCalls(COPIES, WAITING, COPIES, COPY);
    private final AtomicReference<@Nullable Runnable> atFirstAnswer = new AtomicReference<>();

    private final AtomicReference<Runnable> whenReplaced = new AtomicReference<>(() -> {});

    /// What is running, also after its caller stopped waiting.
    private final Set<String> underWay = ConcurrentHashMap.newKeySet();

    /// What to do on the share.
    @FunctionalInterface
    public interface Body<T extends @Nullable Object> {
        T run() throws CsiException, IOException;
    }

    /// As [Body], without a result.
    @FunctionalInterface
    public interface Action {
        void run() throws CsiException, IOException;
    }

    /// How long a caller waits.
    ///
    /// @param answer of the server to a simple question, mounting included
    /// @param call to complete, after that
    public record Deadlines(Duration answer, Duration call) {
        public static final Deadlines USUAL = new Deadlines(Duration.ofSeconds(8), Duration.ofSeconds(90));
    }

    private record Result<T extends @Nullable Object>(
            T value, @Nullable CsiException refusal) {}

    public Share(ShareSource source, Path directory, Mounts mounts, Deadlines deadlines) {
        this.source = source;
        this.directory = directory;
        this.mount = new ShareMount(
                source, directory, mounts, () -> whenReplaced.get().run());
        this.probes = new BlockingCalls(PROBES, WAITING, PROBES, deadlines.answer());
        this.calls = new BlockingCalls(CALLS, WAITING, CALLS, deadlines.call());
    }

    /// Runs a call that changes nothing.
    ///
    /// @throws CsiException UNAVAILABLE when the server does not answer
    public <T extends @Nullable Object> T read(String what, Body<T> body) throws CsiException, IOException {
        reach();
        return run(what, body);
    }

    /// Runs a call that changes an object. While an earlier one for the same object still runs, for a caller that no
    /// longer waits, it is refused: the two would get in each other's way.
    ///
    /// @throws CsiException UNAVAILABLE when the server does not answer, ABORTED while an earlier call runs
    public <T extends @Nullable Object> T change(String what, Object object, Body<T> body)
            throws CsiException, IOException {
        reach();
        String key = object.toString();
        if (!underWay.add(key)) {
            throw CsiException.aborted(
                    "an earlier call for %s still waits for the server of share %s".formatted(key, source));
        }
        try {
            return run(what, () -> {
                try {
                    return body.run();
                } finally {
                    underWay.remove(key);
                }
            });
        } catch (SyscallRefusedException e) { // never started
            underWay.remove(key);
            throw e;
        }
    }

    /// Starts a call that may take as long as the data that it copies.
    public CompletableFuture<Void> copy(String what, Action action) {
        CompletableFuture<Void> ended = new CompletableFuture<>();
        Thread.ofVirtual().name(what).start(() -> {
            try {
                boolean ignored = run(copies, what, () -> {
                    action.run();
                    return true;
                });
                ended.complete(null);
            } catch (CsiException | IOException | RuntimeException e) {
                ended.completeExceptionally(e);
            }
        });
        return ended;
    }

    /// What to do once, when the server answers for the first time.
    public void atFirstAnswer(Runnable action) {
        atFirstAnswer.set(action);
    }

    /// What to do whenever a call has replaced a mount that was dead: published volumes are dead too. It returns
    /// at once.
    public void onReplaced(Runnable action) {
        whenReplaced.set(action);
    }

    private <T extends @Nullable Object> T run(String what, Body<T> body) throws CsiException, IOException {
        return run(calls, what, body);
    }

    private <T extends @Nullable Object> T run(BlockingCalls threads, String what, Body<T> body)
            throws CsiException, IOException {
        Result<@Nullable T> result = threads.call(source.toString(), what, directory, () -> {
            try {
                return new Result<@Nullable T>(body.run(), null);
            } catch (CsiException e) {
                return new Result<@Nullable T>(null, e);
            }
        });
        return value(result);
    }

    // T allows null exactly where the body may return it.
    @SuppressWarnings("NullAway")
    private static <T extends @Nullable Object> T value(Result<@Nullable T> result) throws CsiException {
        if (result.refusal() != null) {
            throw result.refusal();
        }
        return result.value();
    }

    /// Mounts the share if necessary and checks that its server answers.
    ///
    /// @throws CsiException UNAVAILABLE otherwise
    public void reach() throws CsiException {
        if (probes.stuck() > 0) {
            throw unavailable("its server does not answer; calls work again when it does", null);
        }
        try {
            probes.run(source.toString(), "reach", directory, mount::require);
            Runnable first = atFirstAnswer.getAndSet(null);
            if (first != null) {
                Thread.ofVirtual().name("first answer of " + source).start(first);
            }
        } catch (UncertainOutcomeException e) {
            throw unavailable("its server does not answer; calls work again when it does", e);
        } catch (IOException e) {
            throw unavailable(e.getMessage() + "; check the server and the source of the pool", e);
        }
    }

    private CsiException unavailable(String why, @Nullable IOException cause) {
        String message = "share %s is not available: %s".formatted(source, why);
        return cause == null
                ? new CsiException(CsiCode.UNAVAILABLE, message)
                : new CsiException(CsiCode.UNAVAILABLE, message, cause);
    }

    /// Unmounts the share if no volume of it is published.
    public void release() throws IOException {
        if (probes.stuck() == 0) {
            probes.run(source.toString(), "release", directory, mount::release);
        }
    }

    public ShareSource source() {
        return source;
    }
}
