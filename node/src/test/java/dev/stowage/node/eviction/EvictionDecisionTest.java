package dev.stowage.node.eviction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.k8s.Quantity;
import dev.stowage.k8s.json.Json;
import dev.stowage.node.pod.NodePod;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class EvictionDecisionTest {
    private static final long MIB = 1 << 20;

    private static LocalStorageLimits limits(String spec) throws IOException {
        String json = "{'metadata': {'name': 'p', 'uid': 'u'}, 'spec': {" + spec + "}}";
        return LocalStorageLimits.of(
                NodePod.read(Json.read(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8))));
    }

    private static String container(String name, String limit) {
        return "{'name': '%s', 'resources': {'limits': {'ephemeral-storage': '%s'}}}".formatted(name, limit);
    }

    private static LocalStorageUsage usage(long emptyDir, long container, long pod) {
        return new LocalStorageUsage(Map.of("cache", emptyDir), Map.of("c", container), pod);
    }

    @Test
    void anEmptyDirMayBeAsLargeAsItsLimit() throws Exception {
        LocalStorageLimits limits = limits("'volumes': [{'name': 'cache', 'emptyDir': {'sizeLimit': '10Mi'}}]");

        assertThat(EvictionDecision.of(limits, usage(10 * MIB, 0, 0))).isEmpty();
        assertThat(EvictionDecision.of(limits, usage(10 * MIB + 1, 0, 0)))
                .contains("Usage of EmptyDir volume \"cache\" exceeds the limit \"10Mi\". ");
    }

    @Test
    void allContainersTogetherHaveTheSumOfTheirLimits() throws Exception {
        LocalStorageLimits limits =
                limits("'containers': [" + container("c", "10Mi") + "," + container("d", "20Mi") + "]");

        assertThat(EvictionDecision.of(limits, usage(0, 0, 30 * MIB))).isEmpty();
        assertThat(EvictionDecision.of(limits, usage(0, 11 * MIB, 31 * MIB)))
                .contains("Pod ephemeral local storage usage exceeds the total limit of containers 30Mi. ");
        assertThat(EvictionDecision.of(limits, usage(0, 11 * MIB, 11 * MIB)))
                .contains("Container c exceeded its local ephemeral storage limit \"10Mi\". ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            'containers': [<c>]                                      | 1G
            'containers': [<c>, <c>]                                 | 2G
            'containers': [{'name': 'x'}, <c>]                       | 1G
            'containers': [{'name': 'x'}]                            | -
            'initContainers': [<i>], 'containers': [{'name': 'x'}]   | 3Gi
            'initContainers': [<s>, <i>], 'containers': []           | 4Gi
            'initContainers': [<s>], 'containers': [{'name': 'x'}]   | 1Gi
            """)
    void theLimitOfAPodIsThatOfItsContainersAsInTheKubelet(String spec, String limit) throws Exception {
        String written = spec.replace("<c>", container("c", "1G"))
                .replace("<i>", container("i", "3Gi"))
                .replace("<s>", container("s", "1Gi").replaceFirst("\\{", "{'restartPolicy': 'Always', "));

        assertThat(limits(written).pod().map(Quantity::canonical).orElse("-")).isEqualTo(limit);
    }

    @Test
    void aPodWithoutLimitsIsNotMeasured() throws Exception {
        assertThat(limits("'volumes': [{'name': 'cache', 'emptyDir': {}}], 'containers': [{'name': 'c'}]")
                        .isEmpty())
                .isTrue();
        assertThat(limits("'volumes': [{'name': 'cache', 'emptyDir': {'sizeLimit': '0'}}]")
                        .isEmpty())
                .isTrue();
    }
}
