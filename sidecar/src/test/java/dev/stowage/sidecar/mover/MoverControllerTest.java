package dev.stowage.sidecar.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.names.MoverKeys;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolume;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MoverControllerTest {

    @TempDir
    private Path home;

    @Test
    void aVolumeIsCreatedAgainOnTheOtherNode() throws Exception {
        try (MoverFixture fixture = new MoverFixture(home, ModelCluster.TARGET)) {
            PersistentVolume before = fixture.volume().orElseThrow();
            fixture.move("m");
            var _ = fixture.start();
            await().until(() -> fixture.volume()
                    .filter(now -> now.reclaimPolicy().equals("Retain"))
                    .isPresent());
            await().until(() -> fixture.volume()
                    .filter(now -> !now.meta().uid().equals(before.meta().uid()))
                    .isPresent());
            fixture.bind();
            VolumeMove move = fixture.awaitPhase("m", MovePhase.SUCCEEDED);
            PersistentVolume volume = fixture.volume().orElseThrow();
            assertThat(volume.nodeTerms().getFirst().labels().getFirst().values())
                    .containsExactly(ModelCluster.TARGET);
            assertThat(volume.reclaimPolicy()).isEqualTo("Delete");
            assertThat(volume.meta().labels()).isEqualTo(before.meta().labels());
            JsonNode json = fixture.fixture.get(Kinds.VOLUMES, "", "pv-1");
            assertThat(json.at("/spec/claimRef/uid").asText())
                    .isEqualTo(fixture.claim().meta().uid());
            assertThat(json.at("/spec/csi/volumeAttributes/pool").asText()).isEqualTo(ModelCluster.TARGET);
            assertThat(json.at("/spec/csi/volumeAttributes")
                            .path(MoverKeys.GENERATION)
                            .asText())
                    .isEqualTo("1");
            assertThat(move.status().pause().millis()).containsKeys(PausePart.POD_END, PausePart.SWITCH);
            assertThat(fixture.connections.source.exists).isFalse();
            assertThat(fixture.connections.source.snapshots).isEmpty();
            assertThat(fixture.connections.target.isActive()).isTrue();
            await().until(() -> fixture.get("m").meta().finalizers().isEmpty()
                    && fixture.volume()
                            .orElseThrow()
                            .meta()
                            .annotation(MoverKeys.MOVED_BY)
                            .isEmpty());
        }
    }

    @Test
    void theEventOnTheClaimSaysWhatIsHappening() throws Exception {
        try (MoverFixture fixture = new MoverFixture(home, ModelCluster.TARGET)) {
            fixture.move("m");
            var _ = fixture.start();
            await().until(() -> fixture.volume()
                    .filter(now -> now.reclaimPolicy().equals("Retain"))
                    .isPresent());
            await().until(() -> fixture.fixture
                    .api()
                    .read("/api/v1/namespaces/default/events")
                    .toString()
                    .contains("SwitchingVolume"));
        }
    }

    @Test
    void aMoverThatStartsAgainGoesOn() throws Exception {
        try (MoverFixture fixture = new MoverFixture(home, ModelCluster.TARGET)) {
            fixture.move("m");
            MoverController first = fixture.start();
            await().until(() -> fixture.volume()
                    .filter(now -> now.reclaimPolicy().equals("Retain"))
                    .isPresent());
            first.close();
            var _ = fixture.start();
            String uid = fixture.get("m")
                    .status()
                    .savedVolume()
                    .orElseThrow()
                    .at("/metadata/uid")
                    .asText();
            await().until(() -> fixture.volume()
                    .filter(now -> !now.meta().uid().equals(uid))
                    .isPresent());
            fixture.bind();
            assertThat(fixture.awaitPhase("m", MovePhase.SUCCEEDED).status().subject())
                    .hasValueSatisfying(
                            subject -> assertThat(subject.generation()).isEqualTo(1));
        }
    }

    @Test
    void aMoveWhoseSourceCannotBeReachedWaitsAndCanBeCancelled() throws Exception {
        try (MoverFixture fixture = new MoverFixture(home, ModelCluster.TARGET)) {
            fixture.connections.isReachable.set(false);
            fixture.move("m");
            var _ = fixture.start();
            await().until(() -> fixture.get("m").status().message().contains("cannot be reached"));
            assertThat(fixture.get("m").status().phase()).isEqualTo(MovePhase.PENDING);
            fixture.cancel("m");
            var _ = fixture.awaitPhase("m", MovePhase.CANCELLED);
            assertThat(fixture.connections.target.copy).isEmpty();
        }
    }

    @Test
    void theNewerOfTwoMovesFails() throws Exception {
        try (MoverFixture fixture = new MoverFixture(home, ModelCluster.TARGET)) {
            fixture.connections.isReachable.set(false);
            fixture.move("older");
            var _ = fixture.start();
            await().until(() -> fixture.volume()
                    .orElseThrow()
                    .meta()
                    .annotation(MoverKeys.MOVED_BY)
                    .startsWith("default/older/"));
            fixture.move("newer");
            assertThat(fixture.awaitPhase("newer", MovePhase.FAILED).status().message())
                    .contains("is being moved by VolumeMove default/older");
            assertThat(fixture.get("older").status().phase()).isEqualTo(MovePhase.PENDING);
        }
    }

    @Test
    void aMoveToANodeThatDoesNotExistIsEndedByTheSource() throws Exception {
        try (MoverFixture fixture = new MoverFixture(home, ModelCluster.SOURCE)) {
            var node = fixture.fixture
                    .api()
                    .find(Kinds.NODES, "", ModelCluster.TARGET)
                    .orElseThrow();
            var _ = fixture.fixture.api().delete(node, Kinds.NODES);
            fixture.move("m");
            MoverController mover = fixture.start();
            mover.enqueueUnfinished();
            assertThat(fixture.awaitPhase("m", MovePhase.FAILED).status().message())
                    .contains("not found");
        }
    }
}
