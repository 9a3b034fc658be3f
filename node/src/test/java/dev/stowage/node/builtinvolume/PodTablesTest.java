package dev.stowage.node.builtinvolume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.k8s.json.Json;
import dev.stowage.node.pod.NodePod;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Results that depend only on the pod.
class PodTablesTest {

    @Test
    void onlyTheOuterPlacesInsideOfAVolumeAreMade() throws Exception {
        NodePod pod = pod("""
                {"containers": [{"volumeMounts": [
                   {"name": "conf", "mountPath": "/dir"},
                   {"name": "x", "mountPath": "/dir/nested"},
                   {"name": "y", "mountPath": "/dir/nested/other"},
                   {"name": "z", "mountPath": "/dir/nested-vol"},
                   {"name": "q", "mountPath": "/directory"},
                   {"name": "w", "mountPath": "/dir/../../up"}]}]}""");

        assertThat(NestedMounts.in(pod, "conf")).containsExactly("nested", "nested-vol");
        assertThat(NestedMounts.in(pod, "x")).containsExactly("other");
        assertThat(NestedMounts.in(pod, "q")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {}               | {}               | {}               | 0
            {"runAsUser": 5} | {}               | {}               | 5
            {"runAsUser": 5} | {"runAsUser": 7} | {"runAsUser": 7} | 7
            {"runAsUser": 5} | {"runAsUser": 7} | {}               | 0
            {}               | {"runAsUser": 7} | {}               | 0
            """)
    void privateFilesBelongToTheUserThatAllContainersRunAs(String pod, String first, String second, long user)
            throws Exception {
        Long owner = ProjectedFileOwner.of(pod("""
                {"securityContext": %s, "containers": [{"securityContext": %s}, {"securityContext": %s}]}""".formatted(pod, first, second)));

        assertThat(owner == null ? 0 : owner).isEqualTo(user);
    }

    @ParameterizedTest
    @CsvSource(useHeadersInDisplayName = true, textBlock = """
            node,  first, second, before, limit, size
            0,     0,     0,      0,      0,     0
            1000,  0,     0,      0,      0,     1000
            1000,  200,   100,    1,      0,     300
            1000,  200,   100,    500,    0,     500
            1000,  200,   0,      1,      0,     1000
            1000,  200,   100,    1,      50,    50
            1000,  200,   100,    1,      500,   300
            0,     0,     0,      0,      50,    50
            """)
    void memoryIsLimitedByTheSmallestOfNodePodAndVolume(
            long node, long first, long second, long before, long limit, long size) throws Exception {
        NodePod pod = pod("""
                {"containers": [{"resources": {"limits": {"memory": "%d"}}},
                                {"resources": {"limits": {"memory": "%d"}}}],
                 "initContainers": [{"resources": {"limits": {"memory": "%d"}}}]}""".formatted(first, second, before));

        assertThat(TmpfsSize.of(
                        pod, Json.object().put("sizeLimit", String.valueOf(limit)), Map.of("memory", node * 1000)))
                .isEqualTo(size);
    }

    private static NodePod pod(String spec) throws IOException {
        return NodePod.read(Json.read(
                ("{\"metadata\": {\"name\": \"p\"}, \"spec\": " + spec + "}").getBytes(StandardCharsets.UTF_8)));
    }
}
