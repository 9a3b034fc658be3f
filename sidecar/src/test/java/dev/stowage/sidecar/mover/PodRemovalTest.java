package dev.stowage.sidecar.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kube.client.DeleteOptions;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Pod;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PodRemovalTest {

    @TempDir
    private Path home;

    @Test
    void theLastDifferenceWaitsForThePod() throws Exception {
        try (MoverFixture fixture = new MoverFixture(home, ModelCluster.TARGET)) {
            Pod pod = pod(fixture, "db-0", "'controller': true");
            fixture.connections.source.inUse = true;
            fixture.move("m");
            var _ = fixture.start();
            await().until(() -> find(fixture, "db-0").isBeingDeleted());
            assertThat(fixture.get("m").status().conditions().isTrue(MoveConditionType.SOURCE_FENCED))
                    .isTrue();
            assertThat(fixture.get("m").status().conditions().isTrue(MoveConditionType.COPIED))
                    .isFalse();
            var _ = fixture.fixture
                    .api()
                    .delete(pod, Kinds.PODS, DeleteOptions.defaults().withGracePeriod(0));
            await().until(() -> fixture.get("m").status().message().contains("to unmount the volume"));
            fixture.connections.source.inUse = false;
            await().until(() -> fixture.get("m").status().conditions().isTrue(MoveConditionType.COPIED));
        }
    }

    @Test
    void aPodThatABudgetProtectsIsWaitedFor() throws Exception {
        try (MoverFixture fixture = new MoverFixture(home, ModelCluster.TARGET)) {
            var _ = pod(fixture, "db-0", "'controller': true");
            var _ = fixture.fixture.api().create(Kinds.POD_DISRUPTION_BUDGETS, "default", MoveObjects.json("""
                    {'metadata': {'name': 'db'},
                     'spec': {'minAvailable': 1, 'selector': {'matchLabels': {'app': 'db'}}}}
                    """));
            fixture.connections.source.inUse = true;
            fixture.move("m");
            var _ = fixture.start();
            await().until(() -> fixture.get("m").status().message().contains("disruption budget"));
            assertThat(find(fixture, "db-0").isBeingDeleted()).isFalse();
            fixture.cancel("m");
            var _ = fixture.awaitPhase("m", MovePhase.CANCELLED);
            assertThat(fixture.connections.source.isActive()).isTrue();
            assertThat(fixture.connections.target.copy).isEmpty();
        }
    }

    @Test
    void aPodWithoutControllerIsNotDisturbed() throws Exception {
        try (MoverFixture fixture = new MoverFixture(home, ModelCluster.TARGET)) {
            var _ = pod(fixture, "alone", "'controller': false");
            fixture.connections.source.inUse = true;
            fixture.move("m");
            var _ = fixture.start();
            await().until(() -> fixture.get("m").status().message().contains("deleteBarePods"));
            assertThat(fixture.get("m").status().phase()).isEqualTo(MovePhase.COPYING);
            assertThat(fixture.connections.source.isActive()).isTrue();
        }
    }

    private static Pod find(MoverFixture fixture, String name) throws Exception {
        return fixture.fixture.api().find(Kinds.PODS, "default", name).orElseThrow();
    }

    private static Pod pod(MoverFixture fixture, String name, String owner) throws Exception {
        ObjectNode pod = MoveObjects.json("""
                {'metadata': {'name': '%s', 'labels': {'app': 'db'}, 'ownerReferences': [
                   {'apiVersion': 'apps/v1', 'kind': 'StatefulSet', 'name': 'db', 'uid': 's', %s}]},
                 'spec': {'nodeName': 'node-1', 'containers': [{'name': 'c', 'image': 'i'}],
                  'volumes': [{'name': 'd', 'persistentVolumeClaim': {'claimName': 'data'}}]}}
                """.formatted(name, owner));
        Pod created = fixture.fixture.api().create(Kinds.PODS, "default", pod);
        fixture.status(Kinds.PODS, "default", name, MoveObjects.json("""
                {'phase': 'Running', 'conditions': [{'type': 'Ready', 'status': 'True'}],
                 'containerStatuses': [{'name': 'c', 'image': 'i', 'imageID': '', 'ready': true, 'restartCount': 0,
                  'state': {'running': {'startedAt': '2026-01-01T00:00:00Z'}}}]}
                """));
        return created;
    }
}
