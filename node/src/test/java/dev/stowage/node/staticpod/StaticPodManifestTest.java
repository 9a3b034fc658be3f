package dev.stowage.node.staticpod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.node.pod.NodePod;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class StaticPodManifestTest {
    private static final Instant SEEN = Instant.parse("2026-01-02T03:04:05Z");
    private static final String WEB = """
            apiVersion: v1
            kind: Pod
            metadata: {name: web, labels: {app: web}, annotations: {day: 2026-01-01}}
            spec:
              containers: [{name: main, image: none, command: [sleep, "1"]}]
            """;

    private static NodePod read(String text) throws StaticPodException {
        return StaticPodManifest.read(text, Path.of("/etc/pods/web.yaml"), "Node-1", SEEN);
    }

    private static String with(String spec) {
        return WEB + "  " + spec + "\n";
    }

    @Test
    void itIsCompletedAsTheKubeletDoes() throws Exception {
        NodePod pod = read(WEB);
        assertThat(pod.shown()).isEqualTo("default/web-node-1");
        assertThat(pod.uid()).matches("[0-9a-f]{32}");
        assertThat(pod.meta().annotations())
                .containsEntry("kubernetes.io/config.hash", pod.uid())
                .containsEntry("kubernetes.io/config.source", "file")
                .containsEntry("kubernetes.io/config.seen", "2026-01-02T03:04:05Z")
                .containsEntry("day", "2026-01-01")
                .doesNotContainKey("kubernetes.io/config.mirror");
        assertThat(pod.meta().labels()).containsEntry("app", "web");
        assertThat(pod.spec().path("nodeName").asText()).isEqualTo("Node-1");
        assertThat(pod.spec().path("tolerations")).hasToString("[{\"operator\":\"Exists\",\"effect\":\"NoExecute\"}]");
    }

    @Test
    void anotherContentOrPlaceIsAnotherPod() throws Exception {
        assertThat(read(WEB).uid()).isEqualTo(read(WEB).uid());
        assertThat(read(WEB).uid())
                .isNotEqualTo(read(WEB.replace("\"1\"", "\"2\"")).uid());
        assertThat(read(WEB).uid())
                .isNotEqualTo(StaticPodManifest.read(WEB, Path.of("/etc/pods/other.yaml"), "Node-1", SEEN)
                        .uid());
        assertThat(read(WEB.replace("{name: web,", "{name: web, uid: my-own,")).uid())
                .isEqualTo("my-own");
    }

    @Test
    void jsonIsReadToo() throws Exception {
        assertThat(read("{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"a\",\"namespace\":\"b\"},"
                                + "\"spec\":{\"containers\":[{\"name\":\"c\"}]}}")
                        .shown())
                .isEqualTo("b/a-node-1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "5",
                "a: [",
                "a: 1\na: 2",
                "apiVersion: v1\nkind: Service\nmetadata: {name: a}",
                "apiVersion: v1\nkind: Pod\nmetadata: 5",
                "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: 5",
                "apiVersion: v1\nkind: Pod\nmetadata: {name: a}",
                "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {tolerations: 1, containers: [{name: a}]}",
                "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: ../a}]}",
                "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: a}, {name: a}]}",
                "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: a}], volumes: [{name: a/b}]}",
                "apiVersion: v1\nkind: Pod\nmetadata: {name: ../a}\nspec: {containers: [{name: a}]}",
                "apiVersion: v1\nkind: Pod\nmetadata: {name: a, namespace: ..}\nspec: {containers: [{name: a}]}",
                "apiVersion: v1\nkind: Pod\nmetadata: {name: a, uid: ../..}\nspec: {containers: [{name: a}]}",
                "apiVersion: v1\nkind: Pod\nmetadata: {name: a, labels: !!binary aGk=}\nspec: {containers: [{name: a}]}",
                "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: a}],"
                        + " ephemeralContainers: [{name: ../../a}]}",
                "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: &s {containers: [{name: a}], x: *s}"
            })
    void whatIsNotAPodIsRefused(String text) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(StaticPodException.class);
    }

    @Test
    void aFewLinesThatStandForMillionsOfValuesAreRefused() {
        var text = new StringBuilder("a0: &a0 [1, 1]\n");
        for (int i = 1; i <= 24; i++) {
            text.append("a%d: &a%d [*a%d, *a%d]\n".formatted(i, i, i - 1, i - 1));
        }
        assertThatThrownBy(() -> read(text.toString()))
                .isInstanceOf(StaticPodException.class)
                .hasMessage("not a manifest: document contains excessive aliasing");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    serviceAccountName: a                                          | serviceaccounts
                    serviceAccount: a                                              | serviceaccounts
                    imagePullSecrets: [{name: a}]                                  | secrets
                    volumes: [{name: a, secret: {secretName: b}}]                  | secrets
                    volumes: [{name: a, configMap: {name: b}}]                     | configmaps
                    volumes: [{name: a, persistentVolumeClaim: {claimName: b}}]    | persistentvolumeclaims
                    volumes: [{name: a, csi: {driver: b}}]                         | csidrivers (via CSI volumes)
                    volumes: [{name: a, projected: {sources: [{serviceAccountToken: {}}]}}] | serviceaccounts (via projected volumes)
                    initContainers: [{name: i, envFrom: [{configMapRef: {name: b}}]}] | configmaps
                    initContainers: [{name: i, env: [{name: x, valueFrom: {secretKeyRef: {name: b}}}]}] | secrets
                    """)
    void objectsOfTheApiAreRefused(String spec, String referenced) {
        assertThatThrownBy(() -> read(with(spec)))
                .isInstanceOf(StaticPodException.class)
                .hasMessage("static pods may not reference " + referenced);
    }
}
