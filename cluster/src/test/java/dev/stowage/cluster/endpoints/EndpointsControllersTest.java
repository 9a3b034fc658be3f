package dev.stowage.cluster.endpoints;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.stowage.cluster.workload.WorkloadActionText;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.fixture.ControllerFixture;
import dev.stowage.kube.model.EndpointSlice;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Service;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EndpointsControllersTest {
    private @TempDir Path folder;
    private ControllerFixture fixture;
    private EndpointsController endpoints;
    private EndpointSliceController slices;

    @BeforeEach
    void start() throws Exception {
        fixture = new ControllerFixture(folder);
        endpoints = new EndpointsController(fixture.context("endpoint-controller"));
        slices = new EndpointSliceController(fixture.context("endpoint-slice-controller"));
        fixture.informers().start();
        endpoints.start();
        slices.start();
        fixture.create(Kinds.NODES, "", "{\"metadata\":{\"name\":\"n1\"}}");
    }

    @AfterEach
    void stop() throws Exception {
        endpoints.close();
        slices.close();
        fixture.close();
    }

    @Test
    void serviceFollowsItsPods() throws Exception {
        Service service = fixture.create(Kinds.SERVICES, "default", json("""
                {'metadata':{'name':'web'},'spec':{'selector':{'app':'web'},'ports':[{'port':80,'targetPort':'http'}]}}"""));
        await().untilAsserted(() -> assertThat(own())
                .singleElement()
                .matches(slice -> slice.endpoints().isEmpty()));
        fixture.create(Kinds.PODS, "default", json("""
                {'metadata':{'name':'p','labels':{'app':'web'}},'spec':{'nodeName':'n1',
                 'containers':[{'name':'c','image':'i','ports':[{'name':'http','containerPort':8080}]}]}}"""));
        fixture.changeStatus(Kinds.PODS, "default", "p", json("""
                {'status':{'phase':'Running','podIP':'10.1.1.1','podIPs':[{'ip':'10.1.1.1'}],
                 'conditions':[{'type':'Ready','status':'True'}]}}"""));
        await().untilAsserted(() ->
                assertThat(subset().at("/addresses/0/ip").asText()).isEqualTo("10.1.1.1"));
        assertThat(subset().at("/ports/0/port").asInt()).isEqualTo(8080);
        await().untilAsserted(() -> assertThat(own())
                .singleElement()
                .matches(slice -> slice.endpoints().at("/0/conditions/ready").asBoolean()));
        fixture.changeStatus(Kinds.PODS, "default", "p", json("""
                {'status':{'conditions':[{'type':'Ready','status':'False'}]}}"""));
        await().untilAsserted(
                        () -> assertThat(subset().has("notReadyAddresses")).isTrue());
        await().untilAsserted(() -> assertThat(own())
                .singleElement()
                .matches(slice -> !slice.endpoints().at("/0/conditions/ready").asBoolean()));
        fixture.api().delete(service, Kinds.SERVICES);
        await().untilAsserted(
                        () -> assertThat(fixture.informers().of(Kinds.ENDPOINTS).find(service.key()))
                                .isEmpty());
    }

    @Test
    void sliceThatAUserTakesOverIsReplaced() throws Exception {
        fixture.create(Kinds.SERVICES, "default", json("""
                {'metadata':{'name':'web'},'spec':{'selector':{'app':'web'},'ports':[{'port':80}]}}"""));
        await().untilAsserted(() -> assertThat(own()).hasSize(1));
        fixture.change(
                Kinds.ENDPOINT_SLICES,
                "default",
                own().getFirst().meta().name(),
                json("{'metadata':{'labels':{'endpointslice.kubernetes.io/managed-by':'me'}}}"));
        await().untilAsserted(() -> assertThat(own()).hasSize(2));
    }

    @Test
    void endpointsOfTheApiServerStay() throws Exception {
        fixture.create(Kinds.SERVICES, "default", json("""
                {'metadata':{'name':'web'},'spec':{'selector':{'app':'web'},'ports':[{'port':80}]}}"""));
        await().untilAsserted(() -> assertThat(own()).hasSize(1));
        JsonNode subset = fixture.get(Kinds.ENDPOINTS, "default", "kubernetes").at("/subsets/0");
        assertThat(subset.at("/addresses/0/ip").asText()).isEqualTo("127.0.0.1");
        assertThat(subset.at("/ports/0/port").asInt())
                .isEqualTo(fixture.cluster().server().getPort());
    }

    /// Missing until the controller has written it.
    private JsonNode subset() {
        return fixture.informers()
                .of(Kinds.ENDPOINTS)
                .find(new NamespacedName("default", "web"))
                .map(endpoints -> endpoints.subsets().path(0))
                .orElseGet(MissingNode::getInstance);
    }

    private List<EndpointSlice> own() {
        return fixture.informers().of(Kinds.ENDPOINT_SLICES).all().stream()
                .filter(slice -> "web".equals(slice.meta().labels().get("kubernetes.io/service-name")))
                .toList();
    }

    private static String json(String text) {
        return WorkloadActionText.json(text).toString();
    }
}
