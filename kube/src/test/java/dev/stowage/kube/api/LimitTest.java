package dev.stowage.kube.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LimitTest {
    @Test
    void aServerThatAnswersWellIsAskedMoreAtOnceUpToTheMost() throws InterruptedException {
        AdaptiveLimit limit = new AdaptiveLimit(4, 6);
        for (int i = 0; i < 100; i++) {
            limit.enter();
            limit.leave(false);
        }
        assertThat(limit.width()).isEqualTo(6);
    }

    @Test
    void aRefusalHalvesWhatIsAskedAtOnceDownToTwo() throws InterruptedException {
        AdaptiveLimit limit = new AdaptiveLimit(32, 64);
        limit.enter();
        limit.leave(true);
        assertThat(limit.width()).isEqualTo(16);
        for (int i = 0; i < 10; i++) {
            limit.enter();
            limit.leave(true);
        }
        assertThat(limit.width()).isEqualTo(2);
    }

    @Test
    void whoComesWhenAllTurnsAreTakenWaitsForOne() throws InterruptedException {
        AdaptiveLimit limit = new AdaptiveLimit(2, 2);
        limit.enter();
        limit.enter();
        Thread third = Thread.ofVirtual().start(() -> {
            try {
                limit.enter();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        await().until(() -> third.getState() == Thread.State.WAITING);
        limit.leave(false);
        third.join();
    }

    @Test
    void aTurnMoreIsGivenToOneMoreOfThoseWhoWait() throws InterruptedException {
        AdaptiveLimit limit = new AdaptiveLimit(1, 2);
        limit.enter();
        AtomicInteger entered = new AtomicInteger();
        List<Thread> waiting = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            waiting.add(Thread.ofVirtual().start(() -> {
                try {
                    limit.enter();
                    entered.incrementAndGet();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }));
        }
        await().until(() -> waiting.stream().allMatch(thread -> thread.getState() == Thread.State.WAITING));
        limit.leave(false);
        await().until(() -> entered.get() == 2);
        limit.leave(false);
        await().until(() -> entered.get() == 3);
    }

    @Test
    void aFixedRateLetsABurstPassAndThenMakesEachWaitLonger() {
        FixedLimit limit = new FixedLimit(10, 3);
        long now = System.nanoTime();
        assertThat(limit.reserve(now)).isZero();
        assertThat(limit.reserve(now)).isZero();
        assertThat(limit.reserve(now)).isZero();
        assertThat(limit.reserve(now)).isBetween(90_000_000L, 100_000_000L);
        assertThat(limit.reserve(now)).isBetween(190_000_000L, 200_000_000L);
        assertThat(limit.reserve(now + 1_000_000_000L)).isZero();
    }
}
