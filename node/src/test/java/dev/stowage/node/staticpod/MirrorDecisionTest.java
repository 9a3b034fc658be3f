package dev.stowage.node.staticpod;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.node.pod.NodePod;
import org.junit.jupiter.api.Test;

final class MirrorDecisionTest {
    private static final NodePod STATIC = pod("hash", "", false);
    private static final NodePod MIRROR = pod("1", "hash", false);

    private static NodePod pod(String uid, String mirrors, boolean deleted) {
        ObjectNode object = Json.object();
        ObjectNode meta = object.putObject("metadata").put("name", "web-n1").put("uid", uid);
        if (!mirrors.isEmpty()) {
            meta.putObject("annotations").put("kubernetes.io/config.mirror", mirrors);
        }
        if (deleted) {
            meta.put("deletionTimestamp", "2026-01-01T00:00:00Z");
        }
        return NodePod.read(object);
    }

    @Test
    void aMirrorIsCreatedAndKept() {
        assertThat(MirrorDecision.of(STATIC, null, _ -> true)).isEqualTo(new MirrorAction.Create(STATIC));
        assertThat(MirrorDecision.of(STATIC, MIRROR, _ -> true)).isEqualTo(new MirrorAction.Nothing());
    }

    @Test
    void aMirrorOfAnotherContentOrThatIsBeingDeletedIsReplaced() {
        NodePod older = pod("1", "other", false);
        NodePod ending = pod("1", "hash", true);
        assertThat(MirrorDecision.of(STATIC, older, _ -> true)).isEqualTo(new MirrorAction.Delete(older));
        assertThat(MirrorDecision.of(STATIC, ending, _ -> true)).isEqualTo(new MirrorAction.Delete(ending));
    }

    @Test
    void aMirrorStaysUntilItsPodHasEnded() {
        assertThat(MirrorDecision.of(null, MIRROR, "hash"::equals)).isEqualTo(new MirrorAction.Nothing());
        assertThat(MirrorDecision.of(null, MIRROR, _ -> false)).isEqualTo(new MirrorAction.Delete(MIRROR));
    }

    @Test
    void aPodOfAUserIsNeverDeleted() {
        NodePod other = pod("2", "", false);
        assertThat(MirrorDecision.of(null, other, _ -> false)).isEqualTo(new MirrorAction.Nothing());
        assertThat(MirrorDecision.of(STATIC, other, _ -> false)).isEqualTo(new MirrorAction.Create(STATIC));
    }
}
