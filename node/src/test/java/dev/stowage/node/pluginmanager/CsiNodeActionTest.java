package dev.stowage.node.pluginmanager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.CsiNode;
import dev.stowage.kube.model.CsiNode.Driver;
import dev.stowage.kube.model.ObjectMeta;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class CsiNodeActionTest {
    private static final Driver ONE = new Driver("one", "id-1", List.of("rack", "zone"), 5);

    private static Optional<CsiNode> seen(String owner, String drivers) throws IOException {
        return Optional.of(
                CsiNode.read(Json.read("""
                {"metadata": {"name": "n1", "annotations": {"%s": "%s"},
                   "ownerReferences": [{"apiVersion": "v1", "kind": "Node", "name": "n1", "uid": "%s"}]},
                 "spec": {"drivers": [%s]}}""".formatted(CsiNodeAction.MIGRATED, CsiNodeAction.ALL_MIGRATED, owner, drivers)
                        .getBytes(StandardCharsets.UTF_8))));
    }

    private static String entry(String name, String id, int count) {
        return """
                {"name": "%s", "nodeID": "%s", "topologyKeys": ["rack", "zone"], "allocatable": {"count": %d}}""".formatted(name, id, count);
    }

    private static CsiNodeAction put(Optional<CsiNode> seen) {
        return CsiNodeAction.put("n1", "u1", seen, ONE);
    }

    private static String change(CsiNodeAction step) {
        return step instanceof CsiNodeAction.Update update ? update.change().toString() : step.toString();
    }

    @Test
    void firstTheObjectIsMadeThenTheDriverIsEntered() throws IOException {
        assertThat(put(Optional.empty())).isInstanceOf(CsiNodeAction.Create.class);
        assertThat(change(put(seen("u1", ""))))
                .isEqualTo("{\"spec\":{\"drivers\":[{\"name\":\"one\",\"nodeID\":\"id-1\","
                        + "\"topologyKeys\":[\"rack\",\"zone\"],\"allocatable\":{\"count\":5}}]}}");
        assertThat(put(seen("u1", entry("one", "id-1", 5)))).isEqualTo(new CsiNodeAction.Nothing());
    }

    @Test
    void whatBelongsToAnotherNodeIsDeleted() throws IOException {
        Optional<CsiNode> foreign = seen("u0", entry("one", "id-1", 5));
        assertThat(put(foreign)).isEqualTo(new CsiNodeAction.Delete(foreign.orElseThrow()));
    }

    @Test
    void aLimitIsChangedInPlaceAndEverythingElseByGoingAndComing() throws IOException {
        assertThat(change(put(seen("u1", entry("one", "id-1", 9) + "," + entry("two", "id-2", 1)))))
                .contains("\"two\"", "\"one\"", "\"count\":5");
        assertThat(change(put(seen("u1", entry("one", "id-0", 5) + "," + entry("two", "id-2", 1)))))
                .contains("\"two\"")
                .doesNotContain("\"one\"");
    }

    @Test
    void theListOfWhatIsLeftToDriversIsCorrected() {
        CsiNode bare = new CsiNode(seenMeta(), List.of());
        assertThat(change(CsiNodeAction.own("n1", "u1", Optional.of(bare)))).contains("kubernetes.io/aws-ebs");
    }

    private static ObjectMeta seenMeta() {
        try {
            return ObjectMeta.read(Json.read("""
                    {"metadata": {"name": "n1", "annotations": {"x": "y"},
                       "ownerReferences": [{"apiVersion": "v1", "kind": "Node", "name": "n1", "uid": "u1"}]}}""".getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void onlyWhoIsThereCanBeRemoved() throws IOException {
        assertThat(CsiNodeAction.remove(Optional.empty(), "one")).isEqualTo(new CsiNodeAction.Nothing());
        assertThat(CsiNodeAction.remove(seen("u1", entry("two", "id-2", 1)), "one"))
                .isEqualTo(new CsiNodeAction.Nothing());
        assertThat(change(CsiNodeAction.remove(seen("u1", entry("one", "id-1", 5)), "one")))
                .isEqualTo("{\"spec\":{\"drivers\":[]}}");
    }
}
