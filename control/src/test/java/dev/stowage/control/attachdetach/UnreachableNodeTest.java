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

/// A node that has a volume mounted and no longer responds.
class UnreachableNodeTest {
    private static final AttachDetachOptions QUICK =
            new AttachDetachOptions(true, Duration.ofSeconds(2), Duration.ofHours(1), true);

    @TempDir
    Path folder;

    private AttachDetachFixture fixture;

    @BeforeEach
    void mounted() throws Exception {
        fixture = new AttachDetachFixture(folder);
        fixture.node("n1");
        fixture.node("n2");
        fixture.volume("v", "ReadWriteOnce");
    }

    private void runsOnTheFirst(AttachDetachOptions options) throws Exception {
        fixture.start(options);
        fixture.pod("p1", "n1", "v");
        fixture.awaitAttachedVolumes("n1", "v");
        fixture.uses("n1", "v");
    }

    @AfterEach
    void close() throws Exception {
        fixture.close();
    }

    private void movesToTheSecond() throws Exception {
        fixture.deletePod("p1");
        fixture.pod("p2", "n2", "v");
        eventually(() -> fixture.events("p2").stream().anyMatch(event -> event.contains("Multi-Attach error")));
    }

    /// The second pod is created while the first exists: once that is deleted, the timeout runs, and may be
    /// over before a second pod that is created later is observed.
    private void isTakenOverByTheSecond() throws Exception {
        fixture.pod("p2", "n2", "v");
        eventually(() -> fixture.events("p2").stream().anyMatch(event -> event.contains("Multi-Attach error")));
        fixture.deletePod("p1");
    }

    @Test
    void losesTheVolumeAfterTheTime() throws Exception {
        runsOnTheFirst(QUICK);
        fixture.ready("n1", false);
        isTakenOverByTheSecond();

        fixture.awaitAttachedVolumes("n2", "v");
        assertThat(fixture.attachment("v", "n1")).isEmpty();
        assertThat(fixture.attachedVolumes("n1")).isEmpty();
    }

    @Test
    void losesTheVolumeAtOnceWhenItIsOutOfService() throws Exception {
        runsOnTheFirst(AttachDetachFixture.OPTIONS);
        fixture.ready("n1", false);
        movesToTheSecond();
        assertThat(fixture.attachment("v", "n1")).isPresent();

        fixture.fixture.change(
                Kinds.NODES,
                "",
                "n1",
                AttachDetachFixture.json("{'spec': {'taints': [{'key': 'node.kubernetes.io/out-of-service',"
                        + "'value': 'nodeshutdown', 'effect': 'NoExecute'}]}}"));
        fixture.awaitAttachedVolumes("n2", "v");
        assertThat(fixture.attachment("v", "n1")).isEmpty();
    }

    @Test
    void keepsTheVolumeWhenItComesBackInTime() throws Exception {
        runsOnTheFirst(QUICK);
        fixture.ready("n1", false);
        fixture.ready("n1", true);
        movesToTheSecond();
        fixture.later(Duration.ofHours(1));
        // Any change triggers the controller; a second volume shows that it ran.
        fixture.volume("w", "ReadWriteOnce");
        fixture.pod("q", "n1", "w");
        fixture.awaitAttachedVolumes("n1", "v", "w");

        assertThat(fixture.attachment("v", "n1").orElseThrow().isBeingDeleted()).isFalse();
        assertThat(fixture.attachment("v", "n2")).isEmpty();
    }

    @Test
    void deletedNodeLosesTheVolumeAfterTheTime() throws Exception {
        runsOnTheFirst(QUICK);
        Node node = fixture.nodeNow("n1");
        fixture.fixture.api().delete(node, Kinds.NODES);
        isTakenOverByTheSecond();

        fixture.awaitAttachedVolumes("n2", "v");
        assertThat(fixture.attachment("v", "n1")).isEmpty();
    }

    @Test
    void podsOfADeletedNodeKeepTheVolume() throws Exception {
        runsOnTheFirst(QUICK);
        fixture.uses("n1");
        fixture.fixture.api().delete(fixture.nodeNow("n1"), Kinds.NODES);
        fixture.pod("p2", "n2", "v");
        eventually(() ->
                fixture.events("p2").stream().anyMatch(event -> event.endsWith("Volume is already used by pod(s) p1")));

        assertThat(fixture.attachment("v", "n1").orElseThrow().isBeingDeleted()).isFalse();
        fixture.deletePod("p1");
        fixture.awaitAttachedVolumes("n2", "v");
    }
}
