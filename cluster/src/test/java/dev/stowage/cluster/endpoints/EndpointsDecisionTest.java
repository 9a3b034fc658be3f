package dev.stowage.cluster.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.cluster.workload.WorkloadActionText;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Endpoints;
import dev.stowage.kube.model.Service;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EndpointsDecisionTest {
    private static final String PORT = "'clusterIP':'10.96.0.9','ports':[{'port':80,'targetPort':8080}]";
    private static final String NAMED = "'clusterIP':'10.96.0.9','ports':[{'name':'w','port':80,'targetPort':'http'}]";
    private static final String HEADLESS = "'clusterIP':'None'";
    private static final String ALWAYS = PORT + ",'publishNotReadyAddresses':true";

    /// Subsets are addresses, `!` before those that are not ready, and ports.
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            no pods                            | port     |                          | ''
            a ready pod                        | port     | a/ready                  | 10.0.0.1:8080
            a pod that is not ready            | port     | a/ready b/unready        | 10.0.0.1 !10.0.0.2:8080
            it counts where all are published  | always   | a/unready b/ending       | 10.0.0.1 10.0.0.2:8080
            a pod that ends                    | port     | a/ready b/ending         | 10.0.0.1:8080
            a pod that is over                 | port     | a/done b/ready           | 10.0.0.2:8080
            a pod without an address           | port     | a/pending                | ''
            a pod of another app               | port     | a/other b/ready          | 10.0.0.2:8080
            a named port                       | named    | a/ready/81               | 10.0.0.1:w=81
            a named port with two numbers      | named    | a/ready/81 b/ready/82    | 10.0.0.1:w=81; 10.0.0.2:w=82
            a named port that a pod lacks      | named    | a/ready b/ready/82       | 10.0.0.2:w=82
            headless without ports             | headless | a/ready b/unready        | 10.0.0.1 !10.0.0.2
            a name in the domain               | port     | a/named                  | 10.0.0.1(a):8080
            """)
    void addressesOfAService(String what, String service, String pods, String subsets) {
        Optional<ClusterAction> action =
                EndpointsDecision.decide(service(service), EndpointsTestObjects.pods(pods), null);
        assertThat(action).as(what).isPresent();
        JsonNode object = ((ClusterAction.Create<?>) action.get()).object();
        assertThat(text(object.path("subsets"))).as(what).isEqualTo(subsets);
    }

    @Test
    void serviceWithoutSelectorOrWithAnExternalNameIsLeftAlone() {
        Service none =
                Service.read(WorkloadActionText.json("{'metadata':{'name':'web'},'spec':{'clusterIP':'10.96.0.9'}}"));
        assertThat(EndpointsDecision.decide(none, List.of(), null)).isEmpty();
        Service external = EndpointsTestObjects.service("'type':'ExternalName'");
        assertThat(EndpointsDecision.decide(external, List.of(), null)).isEmpty();
    }

    @Test
    void labelsAreThoseOfTheServiceAndTheWriters() {
        JsonNode object = create("headless").path("metadata").path("labels");
        assertThat(object)
                .hasToString("{\"endpoints.kubernetes.io/managed-by\":\"endpoint-controller\","
                        + "\"service.kubernetes.io/headless\":\"\",\"team\":\"a\"}");
        assertThat(create("port").path("metadata").path("labels").has("service.kubernetes.io/headless"))
                .isFalse();
    }

    @Test
    void whatIsThereAlreadyIsNotWrittenAgain() {
        Endpoints current = Endpoints.read(create("port"));
        var pods = EndpointsTestObjects.pods("a/ready");
        assertThat(EndpointsDecision.decide(service("port"), pods, current)).isEmpty();
        assertThat(EndpointsDecision.decide(service("port"), List.of(), current))
                .isPresent();
        assertThat(EndpointsDecision.decide(service("headless"), pods, current)).isPresent();
    }

    private static JsonNode create(String service) {
        return ((ClusterAction.Create<?>)
                        EndpointsDecision.decide(service(service), EndpointsTestObjects.pods("a/ready"), null)
                                .orElseThrow())
                .object();
    }

    private static Service service(String word) {
        return EndpointsTestObjects.service(
                switch (word) {
                    case "port" -> PORT;
                    case "named" -> NAMED;
                    case "always" -> ALWAYS;
                    default -> HEADLESS;
                });
    }

    private static String text(JsonNode subsets) {
        List<String> all = new ArrayList<>();
        for (JsonNode subset : subsets) {
            List<String> addresses = new ArrayList<>();
            subset.path("addresses").forEach(address -> addresses.add(address(address)));
            subset.path("notReadyAddresses").forEach(address -> addresses.add("!" + address(address)));
            StringBuilder text = new StringBuilder(String.join(" ", addresses));
            subset.path("ports")
                    .forEach(port -> text.append(':')
                            .append(port.has("name") ? port.path("name").asText() + "=" : "")
                            .append(port.path("port").asInt()));
            all.add(text.toString());
        }
        return String.join("; ", all);
    }

    private static String address(JsonNode address) {
        String ip = address.path("ip").asText();
        return address.has("hostname") ? ip + "(" + address.path("hostname").asText() + ")" : ip;
    }
}
