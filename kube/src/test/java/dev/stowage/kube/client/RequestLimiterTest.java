package dev.stowage.kube.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RequestLimiterTest {
    @Test
    void aServerThatAnswersWellIsAskedMoreAtOnceUpToTheMost() throws InterruptedException {
        AdaptiveRequestLimiter limit = new AdaptiveRequestLimiter(4, 6);
        for (int i = 0; i < 100; i++) {
            limit.acquire();
            limit.release(false);
        }
        assertThat(limit.width()).isEqualTo(6);
    }

    @Test
    void aRefusalHalvesWhatIsAskedAtOnceDownToTwo() throws InterruptedException {
        AdaptiveRequestLimiter limit = new AdaptiveRequestLimiter(32, 64);
        limit.acquire();
        limit.release(true);
        assertThat(limit.width()).isEqualTo(16);
        for (int i = 0; i < 10; i++) {
            limit.acquire();
            limit.release(true);
        }
        assertThat(limit.width()).isEqualTo(2);
    }

    @Test
    void whoComesWhenAllTurnsAreTakenWaitsForOne() throws InterruptedException {
        AdaptiveRequestLimiter limit = new AdaptiveRequestLimiter(2, 2);
        limit.acquire();
        limit.acquire();
        Thread third = Thread.ofVirtual().start(() -> {
            try {
                limit.acquire();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        await().until(() -> third.getState() == Thread.State.WAITING);
        limit.release(false);
        third.join();
    }

    @Test
    void aTurnMoreIsGivenToOneMoreOfThoseWhoWait() throws InterruptedException {
        AdaptiveRequestLimiter limit = new AdaptiveRequestLimiter(1, 2);
        limit.acquire();
        AtomicInteger entered = new AtomicInteger();
        List<Thread> waiting = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            waiting.add(Thread.ofVirtual().start(() -> {
                try {
                    limit.acquire();
                    entered.incrementAndGet();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }));
        }
        await().until(() -> waiting.stream().allMatch(thread -> thread.getState() == Thread.State.WAITING));
        limit.release(false);
        await().until(() -> entered.get() == 2);
        limit.release(false);
        await().until(() -> entered.get() == 3);
    }

    @Test
    void aFixedRateLetsABurstPassAndThenMakesEachWaitLonger() {
        TokenBucketLimiter limit = new TokenBucketLimiter(10, 3);
        long now = System.nanoTime();
        assertThat(limit.reserve(now)).isZero();
        assertThat(limit.reserve(now)).isZero();
        assertThat(limit.reserve(now)).isZero();
        assertThat(limit.reserve(now)).isBetween(90_000_000L, 100_000_000L);
        assertThat(limit.reserve(now)).isBetween(190_000_000L, 200_000_000L);
        assertThat(limit.reserve(now + 1_000_000_000L)).isZero();
    }
}
