package dev.stowage.node.runtime.cri;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.node.runtime.ContainerMount;
import dev.stowage.node.runtime.cri.v1.ImageSpec;
import dev.stowage.node.runtime.cri.v1.Mount;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CriConfigsTest {
    private static final long MEMORY = 10L << 30;

    private static JsonNode json(String text) throws IOException {
        return Json.read(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    /// The value comes from the kubelet's own tests.
    @Test
    void theHashOfAContainerIsTheKubelets() {
        assertThat(ContainerLabels.hash("test_container", "foo/image:v1")).isEqualTo("8e45cbd0");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {}                                                                             | 2    | 0      | 0          | 1000
            {'requests':{'cpu':'500m'}}                                                    | 512  | 0      | 0          | 999
            {'limits':{'cpu':'2','memory':'1Gi'}}                                          | 2048 | 200000 | 1073741824 | -997
            {'requests':{'cpu':'1','memory':'1Gi'},'limits':{'cpu':'1m','memory':'2Gi'}}   | 1024 | 1000   | 2147483648 | 900
            """)
    void resourcesBecomeTheKernelsFigures(String resources, long shares, long quota, long memory, int score)
            throws IOException {
        JsonNode container = json("{'resources':" + resources + "}");
        JsonNode pod = json("{'containers':[{'resources':" + resources + "}]}");
        var made = CgroupResources.of(pod, container, MEMORY);
        assertThat(made.getCpuShares()).isEqualTo(shares);
        assertThat(made.getCpuQuota()).isEqualTo(quota);
        assertThat(made.getMemoryLimitInBytes()).isEqualTo(memory);
        assertThat(made.getOomScoreAdj()).isEqualTo(score);
    }

    @Test
    void theFilesOfAnImageAreMountedByTheRuntime() {
        var source = new ContainerMount.ImageSource("sha256:0a", "example.com/files:1", "etc");

        Mount made = CriConfigs.mount(ContainerMount.ofImage(source, "/files"));

        assertThat(made)
                .isEqualTo(Mount.newBuilder()
                        .setContainerPath("/files")
                        .setReadonly(true)
                        .setImage(ImageSpec.newBuilder()
                                .setImage("sha256:0a")
                                .setUserSpecifiedImage("example.com/files:1"))
                        .setImageSubPath("etc")
                        .build());
    }

    @ParameterizedTest
    @CsvSource({
        "busybox, busybox:latest",
        "localhost:5000/a/b, localhost:5000/a/b:latest",
        "a:1, a:1",
        "a@sha256:0123456789abcdef0123456789abcdef, a@sha256:0123456789abcdef0123456789abcdef"
    })
    void anImageWithoutTagIsTheLatest(String image, String name) {
        assertThat(ImagePuller.tagged(image)).isEqualTo(name);
    }
}
