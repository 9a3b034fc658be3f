package dev.stowage.cluster.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.cluster.workload.NameGenerator;
import dev.stowage.cluster.workload.WorkloadActionText;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.EndpointSlice;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.Service;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EndpointSliceDecisionTest {
    private static final Service SERVICE =
            EndpointsTestObjects.service("'clusterIP':'10.96.0.9','ipFamilies':['IPv4'],'ports':[{'port':80}]");
    private static final Node NODE = Node.read(
            WorkloadActionText.json("{'metadata':{'name':'n1','labels':{'topology.kubernetes.io/zone':'east'}}}"));

    @Test
    void sliceHasTheStateOfEachPod() {
        JsonNode slice = create(decide(EndpointsTestObjects.pods("a/ready b/unready c/ending d/done"), List.of()));
        assertThat(slice.path("addressType").asText()).isEqualTo("IPv4");
        assertThat(slice.path("ports")).hasToString("[{\"name\":\"\",\"port\":80,\"protocol\":\"TCP\"}]");
        assertThat(slice.path("endpoints")).hasSize(3);
        assertThat(slice.path("endpoints").path(0))
                .hasToString("{\"addresses\":[\"10.0.0.1\"],"
                        + "\"conditions\":{\"ready\":true,\"serving\":true,\"terminating\":false},"
                        + "\"targetRef\":{\"kind\":\"Pod\",\"namespace\":\"default\",\"name\":\"a\",\"uid\":\"a\"},"
                        + "\"nodeName\":\"n1\",\"zone\":\"east\"}");
        assertThat(slice.at("/endpoints/1/conditions"))
                .hasToString("{\"ready\":false,\"serving\":false,\"terminating\":false}");
        assertThat(slice.at("/endpoints/2/conditions"))
                .hasToString("{\"ready\":false,\"serving\":true,\"terminating\":true}");
    }

    @Test
    void sliceBelongsToItsService() {
        JsonNode meta = create(decide(List.of(), List.of())).path("metadata");
        assertThat(meta.path("name").asText()).startsWith("web-");
        assertThat(meta.path("labels"))
                .hasToString("{\"endpointslice.kubernetes.io/managed-by\":\"endpointslice-controller.k8s.io\","
                        + "\"kubernetes.io/service-name\":\"web\",\"team\":\"a\"}");
        assertThat(meta.at("/ownerReferences/0/kind").asText()).isEqualTo("Service");
    }

    @Test
    void serviceWithoutEndpointsHasOneEmptySlice() {
        JsonNode empty = create(decide(List.of(), List.of()));
        assertThat(empty.path("endpoints")).isEmpty();
        assertThat(decide(List.of(), List.of(slice(empty, "web-1")))).isEmpty();
        assertThat(text(decide(List.of(), List.of(slice(empty, "web-1"), slice(empty, "web-2")))))
                .isEqualTo("delete EndpointSlice web-2");
    }

    @Test
    void sliceOfOtherPortsIsDeletedAfterTheNewOneIsThere() {
        JsonNode empty = create(decide(List.of(), List.of()));
        assertThat(text(decide(EndpointsTestObjects.pods("a/ready"), List.of(slice(empty, "web-1")))))
                .matches("create EndpointSlice web-.....; delete EndpointSlice web-1");
    }

    @Test
    void endpointsStayInTheirSlicesAndNewOnesFillThem() {
        List<Pod> many = many(150);
        List<ClusterAction> first = decide(many, List.of());
        assertThat(first).hasSize(2);
        EndpointSlice full = slice(object(first.get(0)), "web-1");
        EndpointSlice half = slice(object(first.get(1)), "web-2");
        assertThat(full.endpoints()).hasSize(100);
        assertThat(half.endpoints()).hasSize(50);
        assertThat(decide(many, List.of(full, half))).isEmpty();
        assertThat(text(decide(many(160), List.of(full, half)))).isEqualTo("change EndpointSlice web-2");
        assertThat(text(decide(many.subList(0, 1), List.of(full, half))))
                .isEqualTo("change EndpointSlice web-1; delete EndpointSlice web-2");
    }

    @Test
    void podOfADeletedNodeIsNotListed() {
        var state = new EndpointSliceState(SERVICE, EndpointsTestObjects.pods("a/ready"), Map.of(), List.of());
        assertThat(create(EndpointSliceDecision.decide(state, names())).path("endpoints"))
                .isEmpty();
    }

    private static List<Pod> many(int number) {
        return EndpointsTestObjects.pods(
                IntStream.range(0, number).mapToObj(i -> "p" + i + "/ready").collect(Collectors.joining(" ")));
    }

    private static List<ClusterAction> decide(List<Pod> pods, List<EndpointSlice> slices) {
        return EndpointSliceDecision.decide(new EndpointSliceState(SERVICE, pods, Map.of("n1", NODE), slices), names());
    }

    private static NameGenerator names() {
        return new NameGenerator(new Random(1));
    }

    private static String text(List<ClusterAction> actions) {
        return WorkloadActionText.of(actions);
    }

    private static ObjectNode create(List<ClusterAction> actions) {
        assertThat(actions).hasSize(1);
        return object(actions.getFirst());
    }

    private static ObjectNode object(ClusterAction action) {
        return ((ClusterAction.Create<?>) action).object();
    }

    private static EndpointSlice slice(JsonNode object, String name) {
        ObjectNode copy = object.deepCopy();
        copy.withObject("/metadata").put("name", name);
        return EndpointSlice.read(copy);
    }
}
