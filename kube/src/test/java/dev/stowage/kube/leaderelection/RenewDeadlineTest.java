package dev.stowage.kube.leaderelection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.RequestLimiter;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A leader stops in time, whatever its server does.
class RenewDeadlineTest {
    private static final LeaseTimes SHORT =
            new LeaseTimes(Duration.ofSeconds(2), Duration.ofSeconds(1), Duration.ofMillis(100));

    /// Longer than a test waits.
    private static final LeaseTimes LONG =
            new LeaseTimes(Duration.ofHours(2), Duration.ofHours(1), Duration.ofMillis(100));

    private final LeaseServer server = new LeaseServer();
    private final KubeClient api = new KubeClient(server, RequestLimiter.adaptive());
    private final List<String> told = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        api.close();
    }

    private LeaderElection candidate(LeaseTimes times) {
        LeaderElection election = new LeaderElection(
                api,
                "default",
                "the-lease",
                "me",
                times,
                Map.of(),
                new LeaderElection.Candidate() {
                    @Override
                    public void leads() {
                        told.add("leads");
                    }

                    @Override
                    public void lost() {
                        told.add("lost");
                    }
                },
                InstantSource.system());
        election.start();
        return election;
    }

    @Test
    void aLeaderWhoseRequestHangsStopsLeading() {
        LeaderElection election = candidate(SHORT);
        await().until(election::isLeading);
        server.fallSilent();
        await().until(() -> told.contains("lost"));
        assertThat(election.isLeading()).isFalse();
        assertThat(told).containsExactly("leads", "lost");
        // The request that hung must not renew the lease of a process that has stopped.
        int sent = server.requests().size();
        server.close();
        election.close();
        assertThat(server.requests()).hasSize(sent);
    }

    @Test
    void noRequestMayTakeLongerThanTheDeadline() {
        try (LeaderElection election = candidate(SHORT)) {
            await().until(election::isLeading);
            await().until(() -> server.requests().size() > 6);
        }
        assertThat(server.requests())
                .allSatisfy(request -> assertThat(request.timeout()).isLessThanOrEqualTo(SHORT.renewDeadline()));
    }

    @Test
    void aLeaderStopsAtOnceWhenAnotherHoldsTheLease() {
        try (LeaderElection election = candidate(LONG)) {
            await().until(() -> told.contains("leads"));
            server.giveTo("another");
            await().until(() -> told.contains("lost"));
            assertThat(election.isLeading()).isFalse();
        }
        assertThat(server.holder()).isEqualTo("another");
    }

    @Test
    void theLeaseIsReleasedWhenTheFirstAttemptIsInterruptedAfterItTookIt() {
        server.swallowNextAnswer();
        LeaderElection election = candidate(LONG);
        await().until(() -> server.holder().equals("me"));
        election.close();
        assertThat(server.holder()).isEmpty();
        assertThat(told).isEmpty();
    }
}
