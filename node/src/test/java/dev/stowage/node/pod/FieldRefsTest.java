package dev.stowage.node.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.MissingNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.node.pod.FieldRefs.Addresses;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FieldRefsTest {
    private static final String POD = """
            {"metadata": {"name": "web", "namespace": "shop", "uid": "u-1",
                          "labels": {"b": "2", "a": "1"},
                          "annotations": {"x/y": "say \\"hi\\"\\n\\u00a0ö"}},
             "spec": {"nodeName": "n1", "serviceAccountName": "till",
                      "containers": [
                        {"name": "main", "resources": {"limits": {"cpu": "1500m", "hugepages-2Mi": "4Mi"},
                                                       "requests": {"memory": "100Mi"}}},
                        {"name": "bare"}],
                      "initContainers": [{"name": "first", "resources": {"requests": {"cpu": "2"}}}]}}""";
    private static final Map<String, Long> NODE = Map.of("cpu", 4000L, "memory", 8L * 1024 * 1024 * 1024 * 1000);

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            metadata.name                | web
            metadata.namespace           | shop
            metadata.uid                 | u-1
            metadata.labels              | 'a="1"~b="2"'
            metadata.annotations         | 'x/y="say \\"hi\\"\\n\\u00a0ö"'
            metadata.labels['a']         | 1
            metadata.labels['none']      | ''
            spec.nodeName                | n1
            spec.serviceAccountName      | till
            status.hostIP                | 10.0.0.1
            status.hostIPs               | '10.0.0.1,fd00::1'
            status.podIP                 | 10.1.0.5
            status.podIPs                | 10.1.0.5
            """)
    void fieldsHaveTheValuesThatAKubeletGives(String field, String value) throws Exception {
        var addresses = new Addresses(List.of("10.0.0.1", "fd00::1"), List.of("10.1.0.5"));

        assertThat(FieldRefs.value(pod(), field, addresses)).isEqualTo(value.replace('~', '\n'));
    }

    @ParameterizedTest
    @ValueSource(strings = {"spec.nodeName", "status.podIP", "metadata.creationTimestamp", "spec['x']"})
    void filesShowOnlyWhatIsKnownFromTheStart(String field) {
        assertThatThrownBy(() -> FieldRefs.value(pod(), field)).isInstanceOf(IOException.class);
    }

    @ParameterizedTest
    @CsvSource(useHeadersInDisplayName = true, textBlock = """
            container, resource,             divisor, value
            main,      limits.cpu,           1,       2
            main,      limits.cpu,           1m,      1500
            main,      limits.cpu,           0,       2
            main,      requests.memory,      1Mi,     100
            main,      requests.memory,      1,       104857600
            main,      requests.memory,      1Gi,     1
            main,      requests.cpu,         1m,      0
            main,      limits.hugepages-2Mi, 1Mi,     4
            bare,      limits.cpu,           1,       4
            bare,      limits.memory,        1Gi,     8
            bare,      requests.memory,      1,       0
            first,     requests.cpu,         1,       2
            """)
    void resourcesAreRoundedUpAndLimitsFallBackToTheNode(
            String container, String resource, String divisor, String value) throws Exception {
        var ref = Json.object()
                .put("containerName", container)
                .put("resource", resource)
                .put("divisor", divisor);

        assertThat(FieldRefs.resource(pod(), ref, MissingNode.getInstance(), NODE))
                .isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            gone, limits.cpu,  container gone not found
            main, limits.disk, unsupported container resource : limits.disk
            """)
    void whatIsNotThereIsNamed(String container, String resource, String message) {
        var ref = Json.object().put("containerName", container).put("resource", resource);

        assertThatThrownBy(() -> FieldRefs.resource(pod(), ref, MissingNode.getInstance(), NODE))
                .hasMessage(message);
    }

    private static NodePod pod() throws IOException {
        return NodePod.read(Json.read(POD.getBytes(StandardCharsets.UTF_8)));
    }
}
