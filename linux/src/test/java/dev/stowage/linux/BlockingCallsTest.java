package dev.stowage.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BlockingCallsTest {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofMillis(50);

    private final CountDownLatch kernel = new CountDownLatch(1);

    @AfterEach
    void letTheKernelAnswer() {
        kernel.countDown();
    }

    private Object hang() {
        while (kernel.getCount() > 0) {
            try {
                kernel.await();
            } catch (InterruptedException e) {
                // A call inside the kernel cannot be interrupted either.
            }
        }
        return "late";
    }

    @Test
    void callRunsOnPlatformThreadOfThePool() throws Exception {
        Thread ran = new BlockingCalls(1, 1, 1, LONG).call("lane", "call", "it", Thread::currentThread);

        assertThat(ran.isVirtual()).isFalse();
        assertThat(ran.isDaemon()).isTrue();
        assertThat(ran).isNotSameAs(Thread.currentThread());
    }

    @Test
    void aCallOnAThreadOfAnyPoolRunsThereAndTakesNoThreadOfTheOther() throws Exception {
        BlockingCalls own = new BlockingCalls(1, 1, 1, LONG);
        BlockingCalls other = new BlockingCalls(1, 1, 1, SHORT);
        assertThat(timedOut(other, "dead", "unmount", "/mnt/dead")).isInstanceOf(UncertainOutcomeException.class);

        Thread outer = own.call("lane", "call", "it", () -> {
            Thread inner = other.call("dead", "stat", "it", Thread::currentThread);
            assertThat(inner).isSameAs(Thread.currentThread());
            return inner;
        });

        assertThat(outer).isNotSameAs(Thread.currentThread());
    }

    @Test
    void failureReachesTheCallerAsItIs() {
        BlockingCalls calls = new BlockingCalls(1, 1, 1, LONG);
        LinuxException failure = LinuxException.of("mount", "/x", Errno.EBUSY);

        assertThatThrownBy(() -> calls.run("lane", "call", "it", () -> {
                    throw failure;
                }))
                .isSameAs(failure);
        assertThatThrownBy(() -> calls.run("lane", "call", "it", () -> {
                    throw new IllegalArgumentException("bug");
                }))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void hangingCallEndsInAnUncertainOutcomeAndIsCountedUntilItEnds() {
        BlockingCalls calls = new BlockingCalls(2, 1, 1, SHORT);

        assertThat(timedOut(calls, "dead", "unmount", "/mnt/dead"))
                .isInstanceOf(UncertainOutcomeException.class)
                .hasMessageContaining("unmount of /mnt/dead")
                .hasMessageContaining("may still finish");
        assertThat(calls.stuck()).isEqualTo(1);

        kernel.countDown();
        await().untilAsserted(() -> assertThat(calls.stuck()).isZero());
    }

    @Test
    void laneThatHangsLeavesTheOthersRunning() throws Exception {
        BlockingCalls calls = new BlockingCalls(2, 4, 1, SHORT);
        AtomicBoolean ran = new AtomicBoolean();
        timedOut(calls, "dead", "statfs", "/mnt/dead");

        assertThatThrownBy(() -> calls.run("dead", "statfs", "/mnt/dead", () -> ran.set(true)))
                .isInstanceOf(SyscallRefusedException.class)
                .hasMessageContaining("dead");
        String answer = new BlockingCallsUse(calls).ask("alive");

        assertThat(answer).isEqualTo("fine");
        assertThat(ran).isFalse();
    }

    @Test
    void laneIsFreeAgainWhenItsCallHasEnded() throws Exception {
        BlockingCalls calls = new BlockingCalls(2, 4, 1, SHORT);
        timedOut(calls, "slow", "statfs", "/mnt");

        kernel.countDown();
        await().untilAsserted(() -> assertThat(calls.stuck()).isZero());

        assertThat(new BlockingCallsUse(calls).ask("slow")).isEqualTo("fine");
    }

    @Test
    void callBeyondTheQueueIsRefusedAndNeverStarted() {
        BlockingCalls calls = new BlockingCalls(1, 1, 1, LONG);
        CompletableFuture<Object> running = inBackground(calls, "a");
        await().until(() -> calls.running() == 1);
        CompletableFuture<Object> queued = inBackground(calls, "b");
        await().until(() -> calls.queued() == 1);
        AtomicBoolean ran = new AtomicBoolean();

        assertThatThrownBy(() -> calls.run("c", "mount", "/mnt/c", () -> ran.set(true)))
                .isInstanceOf(SyscallRefusedException.class)
                .hasMessageContaining("threads");

        kernel.countDown();
        assertThat(running).succeedsWithin(LONG);
        assertThat(queued).succeedsWithin(LONG);
        assertThat(ran).isFalse();
    }

    @Test
    void callWhoseTimeEndsInTheQueueIsWithdrawnForCertain() {
        BlockingCalls calls = new BlockingCalls(1, 4, 1, SHORT);
        AtomicBoolean ran = new AtomicBoolean();
        timedOut(calls, "a", "mount", "/a");

        assertThatThrownBy(() -> calls.run("b", "mount", "/b", () -> ran.set(true)))
                .isInstanceOf(SyscallRefusedException.class)
                .hasMessageContaining("nothing was done");

        kernel.countDown();
        await().untilAsserted(() -> assertThat(calls.stuck()).isZero());
        await().until(() -> calls.queued() == 0 && calls.running() == 0);
        assertThat(ran).isFalse();
    }

    @Test
    void interruptedCallerLeavesAnUncertainOutcome() throws Exception {
        BlockingCalls calls = new BlockingCalls(1, 1, 1, LONG);
        CompletableFuture<Throwable> seen = new CompletableFuture<>();
        Thread caller = Thread.ofVirtual().start(() -> {
            try {
                calls.call("a", "mount", "/a", this::hang);
                seen.completeExceptionally(new AssertionError("not interrupted"));
            } catch (IOException e) {
                seen.complete(e);
            }
        });
        await().until(() -> calls.running() == 1);

        caller.interrupt();

        assertThat(seen).succeedsWithin(LONG).isInstanceOf(SyscallInterruptedException.class);
        caller.join();
    }

    /// The exception of a call that hangs. On a busy machine the deadline may pass before the call starts, which
    /// is a different exception; the call is then repeated.
    private Throwable timedOut(BlockingCalls calls, String lane, String call, String subject) {
        return await().until(
                        () -> catchThrowable(() -> calls.call(lane, call, subject, this::hang)),
                        SyscallTimedOutException.class::isInstance);
    }

    private CompletableFuture<Object> inBackground(BlockingCalls calls, String lane) {
        CompletableFuture<Object> done = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                done.complete(calls.call(lane, "mount", "/mnt/" + lane, this::hang));
            } catch (IOException e) {
                done.completeExceptionally(e);
            }
        });
        return done;
    }

    /// Retries when the machine is too busy for the short deadline, which is not what is tested.
    private record BlockingCallsUse(BlockingCalls calls) {
        String ask(String lane) {
            return await().ignoreException(SyscallRefusedException.class)
                    .ignoreException(SyscallTimedOutException.class)
                    .until(() -> calls.call(lane, "statfs", "/mnt", () -> "fine"), "fine"::equals);
        }
    }
}
