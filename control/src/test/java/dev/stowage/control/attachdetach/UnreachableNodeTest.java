package dev.stowage.control.attachdetach;

import static dev.stowage.control.attachdetach.AttachDetachFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Node;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A node that has a volume mounted and no longer answers.
class UnreachableNodeTest {
    private static final AttachDetachOptions QUICK =
            new AttachDetachOptions(true, Duration.ofSeconds(2), Duration.ofHours(1), true);

    @TempDir
    Path folder;

    private AttachDetachFixture scene;

    @BeforeEach
    void mounted() throws Exception {
        scene = new AttachDetachFixture(folder);
        scene.node("n1");
        scene.node("n2");
        scene.volume("v", "ReadWriteOnce");
    }

    private void runsOnTheFirst(AttachDetachOptions options) throws Exception {
        scene.start(options);
        scene.pod("p1", "n1", "v");
        scene.awaitTold("n1", "v");
        scene.uses("n1", "v");
    }

    @AfterEach
    void close() throws Exception {
        scene.close();
    }

    private void movesToTheSecond() throws Exception {
        scene.deletePod("p1");
        scene.pod("p2", "n2", "v");
        eventually(() -> scene.events("p2").stream().anyMatch(event -> event.contains("Multi-Attach error")));
    }

    /// The second comes while the first is there: once that is gone, the time runs, and may be over before
    /// anybody sees
    /// a second pod that comes later.
    private void isTakenOverByTheSecond() throws Exception {
        scene.pod("p2", "n2", "v");
        eventually(() -> scene.events("p2").stream().anyMatch(event -> event.contains("Multi-Attach error")));
        scene.deletePod("p1");
    }

    @Test
    void losesTheVolumeAfterTheTime() throws Exception {
        runsOnTheFirst(QUICK);
        scene.ready("n1", false);
        isTakenOverByTheSecond();

        scene.awaitTold("n2", "v");
        assertThat(scene.attachment("v", "n1")).isEmpty();
        assertThat(scene.told("n1")).isEmpty();
    }

    @Test
    void losesTheVolumeAtOnceWhenItIsOutOfService() throws Exception {
        runsOnTheFirst(AttachDetachFixture.OPTIONS);
        scene.ready("n1", false);
        movesToTheSecond();
        assertThat(scene.attachment("v", "n1")).isPresent();

        scene.controllerFixture.change(
                Kinds.NODES,
                "",
                "n1",
                AttachDetachFixture.json("{'spec': {'taints': [{'key': 'node.kubernetes.io/out-of-service',"
                        + "'value': 'nodeshutdown', 'effect': 'NoExecute'}]}}"));
        scene.awaitTold("n2", "v");
        assertThat(scene.attachment("v", "n1")).isEmpty();
    }

    @Test
    void keepsTheVolumeWhenItComesBackInTime() throws Exception {
        runsOnTheFirst(QUICK);
        scene.ready("n1", false);
        scene.ready("n1", true);
        movesToTheSecond();
        scene.later(Duration.ofHours(1));
        // Any change makes the controller look; a second volume shows that it did.
        scene.volume("w", "ReadWriteOnce");
        scene.pod("q", "n1", "w");
        scene.awaitTold("n1", "v", "w");

        assertThat(scene.attachment("v", "n1").orElseThrow().isBeingDeleted()).isFalse();
        assertThat(scene.attachment("v", "n2")).isEmpty();
    }

    @Test
    void deletedNodeLosesTheVolumeAfterTheTime() throws Exception {
        runsOnTheFirst(QUICK);
        Node node = scene.nodeNow("n1");
        scene.controllerFixture.api().delete(node, Kinds.NODES);
        isTakenOverByTheSecond();

        scene.awaitTold("n2", "v");
        assertThat(scene.attachment("v", "n1")).isEmpty();
    }

    @Test
    void podsOfADeletedNodeKeepTheVolume() throws Exception {
        runsOnTheFirst(QUICK);
        scene.uses("n1");
        scene.controllerFixture.api().delete(scene.nodeNow("n1"), Kinds.NODES);
        scene.pod("p2", "n2", "v");
        eventually(() ->
                scene.events("p2").stream().anyMatch(event -> event.endsWith("Volume is already used by pod(s) p1")));

        assertThat(scene.attachment("v", "n1").orElseThrow().isBeingDeleted()).isFalse();
        scene.deletePod("p1");
        scene.awaitTold("n2", "v");
    }
}
