package dev.stowage.control.attachdetach;

import static dev.stowage.control.attachdetach.AttachDetachFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.VolumeAttachment;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Pods are created and deleted continuously, responses are lost and the controller is restarted, while an
/// attacher and kubelets that follow their protocols check the invariants.
class AttachDetachChurnTest {
    private static final int VOLUMES = 6;
    private static final int STEPS = 80;
    private static final List<String> NODES = List.of("n1", "n2", "n3");

    @TempDir
    Path folder;

    private final Queue<String> violations = new ConcurrentLinkedQueue<>();
    private final Map<String, String> holders = new ConcurrentHashMap<>();

    private void attached(VolumeAttachment attachment) {
        String other = holders.putIfAbsent(attachment.volumeName(), attachment.nodeName());
        if (other != null && !other.equals(attachment.nodeName())) {
            violations.add(attachment.volumeName() + " on " + attachment.nodeName() + " while on " + other);
        }
    }

    private void detached(VolumeAttachment attachment, ScriptedKubelet kubelet) {
        if (kubelet.hasMounted(AttachDetachFixture.unique(attachment.volumeName()), attachment.nodeName())) {
            violations.add(attachment.volumeName() + " torn from " + attachment.nodeName());
        }
        holders.remove(attachment.volumeName(), attachment.nodeName());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void volumeIsNeverOnTwoNodesNorTornFromOne(long seed) throws Exception {
        try (AttachDetachFixture fixture = new AttachDetachFixture(folder)) {
            for (String node : NODES) {
                fixture.node(node);
            }
            for (int i = 0; i < VOLUMES; i++) {
                fixture.volume("v" + i, "ReadWriteOnce");
            }
            var random = new Random(seed);
            Map<String, String> pods = new TreeMap<>();
            try (ScriptedKubelet kubelet = new ScriptedKubelet(fixture.fixture)) {
                fixture.attacher.observed(this::attached, attachment -> detached(attachment, kubelet));
                fixture.start(
                        AttachDetachFixture.OPTIONS, executor -> new FlakyActionExecutor(executor, new Random(seed)));
                for (int step = 0; step < STEPS; step++) {
                    String volume = "v" + random.nextInt(VOLUMES);
                    String node = NODES.get(random.nextInt(NODES.size()));
                    String running = pods.remove(volume);
                    if (running != null) {
                        node = fixture.deletePod(running).nodeName();
                    }
                    // A pod that is recreated immediately meets the detach in progress.
                    if (running == null || random.nextBoolean()) {
                        pods.put(volume, "p" + step);
                        fixture.pod("p" + step, node, volume);
                    }
                    if (random.nextInt(20) == 0) {
                        fixture.stop();
                        fixture.start(
                                AttachDetachFixture.OPTIONS,
                                executor -> new FlakyActionExecutor(executor, new Random(seed)));
                    }
                }
                Set<VolumeNodeKey> wanted = new HashSet<>();
                for (Map.Entry<String, String> pod : pods.entrySet()) {
                    wanted.add(new VolumeNodeKey(
                            AttachDetachFixture.unique(pod.getKey()),
                            fixture.fixture
                                    .api()
                                    .find(Kinds.PODS, AttachDetachFixture.NAMESPACE, pod.getValue())
                                    .orElseThrow()
                                    .nodeName()));
                }
                eventually(() -> kubelet.mounted().equals(wanted)
                        && fixture.fixture
                                        .api()
                                        .list(Kinds.ATTACHMENTS, "")
                                        .items()
                                        .size()
                                == wanted.size());
            }
            assertThat(violations).isEmpty();
        }
    }

    @Test
    void everyWriteMayLoseItsAnswerOnce() throws Exception {
        try (AttachDetachFixture fixture = new AttachDetachFixture(folder)) {
            fixture.node("n1");
            fixture.node("n2");
            fixture.volume("v", "ReadWriteOnce");
            fixture.start(AttachDetachFixture.OPTIONS, FlakyActionExecutor::losingFirstAnswers);
            fixture.pod("p", "n1", "v");
            fixture.awaitAttachedVolumes("n1", "v");
            fixture.deletePod("p");
            fixture.pod("q", "n2", "v");
            fixture.awaitAttachedVolumes("n2", "v");
            assertThat(fixture.attachment("v", "n1")).isEmpty();
            assertThat(fixture.attachedVolumes("n1")).isEmpty();
        }
    }
}
