package dev.stowage.explain.clusterstate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.RequestLimiter;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ClusterStateReaderTest {

    private static Map<String, Integer> all(int count) {
        Map<String, Integer> lists = new HashMap<>();
        Arrays.stream(ResourceKind.values()).forEach(resourceKind -> lists.put(resourceKind.path(), count));
        return lists;
    }

    private static ClusterState take(FakeListServer fakeListServer) throws IOException, InterruptedException {
        try (KubeClient api = new KubeClient(fakeListServer, RequestLimiter.adaptive())) {
            return new ClusterStateReader(api, "shop").read();
        }
    }

    @Test
    void longListsAreReadPageByPage() throws IOException, InterruptedException {
        Map<String, Integer> lists = all(1);
        lists.put(ResourceKind.POD.path(), 1201);
        FakeListServer fakeListServer = new FakeListServer(lists);
        ClusterState clusterState = take(fakeListServer);
        assertThat(clusterState.all(ResourceKind.POD))
                .hasSize(1201)
                .extracting(KubeResource::name)
                .doesNotHaveDuplicates();
        assertThat(fakeListServer.asked())
                .filteredOn(path -> path.startsWith(ResourceKind.POD.path() + "?"))
                .hasSize(3);
        assertThat(clusterState.version()).isEqualTo("v1.36.3");
        assertThat(clusterState.notListed()).isEmpty();
    }

    @Test
    void whoChangedWhatIsLeftOut() throws IOException, InterruptedException {
        assertThat(take(new FakeListServer(all(1)))
                        .all(ResourceKind.CLAIM)
                        .getFirst()
                        .json()
                        .at("/metadata")
                        .has("managedFields"))
                .isFalse();
    }

    @Test
    void aListWithoutEndIsCutAndTheNamespaceIsStillSeen() throws IOException, InterruptedException {
        Map<String, Integer> lists = all(1);
        lists.put(ResourceKind.EVENT.path(), 100_000);
        lists.put("/api/v1/namespaces/shop/events", 3);
        ClusterState clusterState = take(new FakeListServer(lists));
        assertThat(clusterState.all(ResourceKind.EVENT)).hasSize(20_000);
        assertThat(clusterState.isListed(ResourceKind.EVENT)).isTrue();
    }

    @Test
    void whatMayNotBeSeenIsNamedWithTheReason() throws IOException, InterruptedException {
        Map<String, Integer> lists = all(1);
        lists.remove(ResourceKind.LEASE.path());
        lists.remove(ResourceKind.SNAPSHOT.path());
        ClusterState clusterState = take(new FakeListServer(lists));
        assertThat(clusterState.notListed())
                .containsOnly(
                        Map.entry(ResourceKind.LEASE, "not allowed to list leases"),
                        Map.entry(ResourceKind.SNAPSHOT, "the server has no volumesnapshots"));
    }

    @Test
    void whoMaySeeOneNamespaceOnlySeesThatOne() throws IOException, InterruptedException {
        ClusterState clusterState = take(new FakeListServer(Map.of(
                "/api/v1/namespaces/shop/pods", 2,
                "/api/v1/namespaces/shop/persistentvolumeclaims", 1,
                "/apis/apps/v1/namespaces/shop/deployments", 1)));
        assertThat(clusterState.all(ResourceKind.POD)).hasSize(2);
        assertThat(clusterState.isListed(ResourceKind.POD)).isTrue();
        // Drivers run in other namespaces: nothing can be said about them.
        assertThat(clusterState.all(ResourceKind.DEPLOYMENT)).hasSize(1);
        assertThat(clusterState.isListed(ResourceKind.DEPLOYMENT)).isFalse();
        assertThat(clusterState.isListed(ResourceKind.VOLUME)).isFalse();
    }

    @Test
    void aServerThatShowsNothingIsNoPicture() {
        assertThatThrownBy(() -> take(new FakeListServer(Map.of())))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("not allowed to list pods");
    }
}
