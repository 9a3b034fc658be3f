package dev.stowage.explain.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.RequestLimiter;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class LivePictureTest {

    private static Map<String, Integer> all(int count) {
        Map<String, Integer> lists = new HashMap<>();
        Arrays.stream(Sort.values()).forEach(sort -> lists.put(sort.path(), count));
        return lists;
    }

    private static Picture take(Paper paper) throws IOException, InterruptedException {
        try (KubeClient api = new KubeClient(paper, RequestLimiter.adaptive())) {
            return new LivePicture(api, "shop").take();
        }
    }

    @Test
    void longListsAreReadPageByPage() throws IOException, InterruptedException {
        Map<String, Integer> lists = all(1);
        lists.put(Sort.POD.path(), 1201);
        Paper paper = new Paper(lists);
        Picture picture = take(paper);
        assertThat(picture.all(Sort.POD)).hasSize(1201).extracting(Thing::name).doesNotHaveDuplicates();
        assertThat(paper.asked())
                .filteredOn(path -> path.startsWith(Sort.POD.path() + "?"))
                .hasSize(3);
        assertThat(picture.version()).isEqualTo("v1.36.3");
        assertThat(picture.unseen()).isEmpty();
    }

    @Test
    void whoChangedWhatIsLeftOut() throws IOException, InterruptedException {
        assertThat(take(new Paper(all(1)))
                        .all(Sort.CLAIM)
                        .getFirst()
                        .json()
                        .at("/metadata")
                        .has("managedFields"))
                .isFalse();
    }

    @Test
    void aListWithoutEndIsCutAndTheNamespaceIsStillSeen() throws IOException, InterruptedException {
        Map<String, Integer> lists = all(1);
        lists.put(Sort.EVENT.path(), 100_000);
        lists.put("/api/v1/namespaces/shop/events", 3);
        Picture picture = take(new Paper(lists));
        assertThat(picture.all(Sort.EVENT)).hasSize(20_000);
        assertThat(picture.sees(Sort.EVENT)).isTrue();
    }

    @Test
    void whatMayNotBeSeenIsNamedWithTheReason() throws IOException, InterruptedException {
        Map<String, Integer> lists = all(1);
        lists.remove(Sort.LEASE.path());
        lists.remove(Sort.SNAPSHOT.path());
        Picture picture = take(new Paper(lists));
        assertThat(picture.unseen())
                .containsOnly(
                        Map.entry(Sort.LEASE, "no right to list leases"),
                        Map.entry(Sort.SNAPSHOT, "the server has no volumesnapshots"));
    }

    @Test
    void whoMaySeeOneNamespaceOnlySeesThatOne() throws IOException, InterruptedException {
        Picture picture = take(new Paper(Map.of(
                "/api/v1/namespaces/shop/pods", 2,
                "/api/v1/namespaces/shop/persistentvolumeclaims", 1,
                "/apis/apps/v1/namespaces/shop/deployments", 1)));
        assertThat(picture.all(Sort.POD)).hasSize(2);
        assertThat(picture.sees(Sort.POD)).isTrue();
        // Drivers run in other namespaces: nothing can be said about them.
        assertThat(picture.all(Sort.DEPLOYMENT)).hasSize(1);
        assertThat(picture.sees(Sort.DEPLOYMENT)).isFalse();
        assertThat(picture.sees(Sort.VOLUME)).isFalse();
    }

    @Test
    void aServerThatShowsNothingIsNoPicture() {
        assertThatThrownBy(() -> take(new Paper(Map.of())))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no right to list pods");
    }
}
