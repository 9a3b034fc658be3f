package dev.stowage.control.protection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.Pod;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LivePodListerTest {

    @Test
    void thoseWhoAskWhileAListIsUnderWayShareTheNext() throws Exception {
        Pod pod = Pod.read(Json.read("""
                {"metadata":{"name":"p"},"spec":{"volumes":[
                  {"name":"v","persistentVolumeClaim":{"claimName":"c7"}}]}}""".getBytes(StandardCharsets.UTF_8)));
        var lists = new AtomicInteger();
        var firstMayEnd = new CountDownLatch(1);
        var live = new LivePodLister(_ -> {
            if (lists.incrementAndGet() == 1) {
                firstMayEnd.await();
                return List.of();
            }
            return List.of(pod);
        });
        Queue<Thread> threads = new ConcurrentLinkedQueue<>();
        ThreadFactory remembered = task -> {
            Thread thread = Thread.ofVirtual().unstarted(task);
            threads.add(thread);
            return thread;
        };
        try (var askers = Executors.newThreadPerTaskExecutor(remembered)) {
            Future<List<Pod>> first = askers.submit(() -> live.naming("ns", "c7"));
            await().until(() -> lists.get() == 1);
            List<Future<List<Pod>>> later = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                String claim = "c" + i;
                later.add(askers.submit(() -> live.naming("ns", claim)));
            }
            await().until(() -> threads.stream().allMatch(thread -> thread.getState() == Thread.State.WAITING));
            assertThat(live.naming("other", "c7"))
                    .as("another namespace does not wait")
                    .containsExactly(pod);
            firstMayEnd.countDown();
            assertThat(first.get()).as("begun before the pod was there").isEmpty();
            for (int i = 0; i < 100; i++) {
                assertThat(later.get(i).get()).isEqualTo(i == 7 ? List.of(pod) : List.of());
            }
        }
        assertThat(lists.get())
                .as("the first, that of the other, and the shared one")
                .isEqualTo(3);
    }

    @Test
    void aListThatFailsFailsThoseWhoWaitedAndNobodyAfter() throws Exception {
        var lists = new AtomicInteger();
        var live = new LivePodLister(_ -> {
            if (lists.incrementAndGet() == 1) {
                throw new ApiFailure(500, "InternalError", "no", null);
            }
            return List.of();
        });
        assertThatThrownBy(() -> live.naming("ns", "c")).isInstanceOf(ApiFailure.class);
        assertThat(live.naming("ns", "c")).isEmpty();
    }
}
