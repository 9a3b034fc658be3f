package dev.stowage.kube.leaderelection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.kube.TestCluster;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Lease;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeaderElectionTest {
    /// A pause of the machine must not lose the lease.
    private static final LeaseTimes LONG =
            new LeaseTimes(Duration.ofMinutes(3), Duration.ofMinutes(2), Duration.ofMillis(100));

    private static final LeaseTimes SHORT =
            new LeaseTimes(Duration.ofSeconds(2), Duration.ofSeconds(1), Duration.ofMillis(100));

    @TempDir
    private Path folder;

    private final List<String> told = new CopyOnWriteArrayList<>();

    private LeaderElection candidate(TestCluster cluster, String who) {
        return candidate(cluster, who, LONG);
    }

    private LeaderElection candidate(TestCluster cluster, String who, LeaseTimes times) {
        LeaderElection leaderElection = new LeaderElection(
                cluster.api(),
                "default",
                "the-lease",
                who,
                times,
                Map.of("team", "storage"),
                new LeaderElection.Candidate() {
                    @Override
                    public void leads() {
                        told.add(who + " leads");
                    }

                    @Override
                    public void lost() {
                        told.add(who + " lost");
                    }
                },
                InstantSource.system());
        leaderElection.start();
        return leaderElection;
    }

    private static Lease lease(TestCluster cluster) throws IOException, InterruptedException {
        return cluster.api().find(Kinds.LEASES, "default", "the-lease").orElseThrow();
    }

    @Test
    void oneLeadsAndTheOtherFollowsWhenTheFirstLetsGo() throws IOException, InterruptedException {
        try (TestCluster cluster = new TestCluster(folder, 0)) {
            LeaderElection first = candidate(cluster, "first");
            await().until(first::isLeading);
            try (LeaderElection second = candidate(cluster, "second")) {
                Lease held = lease(cluster);
                assertThat(held.holder()).isEqualTo("first");
                assertThat(held.meta().labels()).containsEntry("team", "storage");
                await().until(() -> !lease(cluster)
                        .meta()
                        .resourceVersion()
                        .equals(held.meta().resourceVersion()));
                assertThat(second.isLeading()).isFalse();
                first.close();
                await().until(second::isLeading);
                assertThat(lease(cluster).transitions()).isEqualTo(1);
            }
            assertThat(told).containsExactly("first leads", "second leads");
            assertThat(lease(cluster).holder()).isEmpty();
        }
    }

    @Test
    void aLeaderThatCannotRenewSaysThatItLost() throws IOException, InterruptedException {
        TestCluster cluster = new TestCluster(folder, 0);
        try (LeaderElection only = candidate(cluster, "only", SHORT)) {
            await().until(() -> told.contains("only leads"));
            cluster.closeServer();
            await().until(() -> told.contains("only lost"));
            assertThat(only.isLeading()).isFalse();
        } finally {
            cluster.api().close();
        }
    }

    @Test
    void whoeverFindsALeaseDecidesByItsHolder() throws IOException, InterruptedException {
        try (TestCluster cluster = new TestCluster(folder, 0)) {
            assertThat(LeaseDecision.of(Optional.empty(), "me", false)).isEqualTo(LeaseDecision.CREATE);
            candidate(cluster, "me").close();
            try (LeaderElection leaderElection = candidate(cluster, "me")) {
                await().until(leaderElection::isLeading);
                Optional<Lease> mine = Optional.of(lease(cluster));
                assertThat(LeaseDecision.of(mine, "me", false)).isEqualTo(LeaseDecision.RENEW);
                assertThat(LeaseDecision.of(mine, "you", false)).isEqualTo(LeaseDecision.WAIT);
                assertThat(LeaseDecision.of(mine, "you", true)).isEqualTo(LeaseDecision.TAKE);
            }
            assertThat(LeaseDecision.of(Optional.of(lease(cluster)), "you", false))
                    .isEqualTo(LeaseDecision.TAKE);
        }
    }
}
