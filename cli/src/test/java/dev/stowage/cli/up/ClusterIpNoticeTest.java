package dev.stowage.cli.up;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.Service;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ClusterIpNoticeTest {

    @Test
    void serviceWithAnAddressIsExplained() throws Exception {
        Service service = service("web", "{\"type\":\"ClusterIP\",\"clusterIP\":\"10.96.3.4\"}");
        assertThat(ClusterIpNotice.concerns(service)).isTrue();
        assertThat(ClusterIpNotice.message(service))
                .isEqualTo("ClusterIPs and cluster DNS do not answer in \"stowage up\"; use"
                        + " \"kubectl port-forward service/web\", or the pod addresses that"
                        + " \"kubectl get endpointslices -l kubernetes.io/service-name=web\" shows");
    }

    @Test
    void headlessServiceHasOnlyANameThatDoesNotAnswer() throws Exception {
        assertThat(ClusterIpNotice.message(service("db", "{\"type\":\"ClusterIP\",\"clusterIP\":\"None\"}")))
                .startsWith("Cluster DNS does not answer in \"stowage up\"; ");
    }

    @Test
    void externalNamesAndTheApiServerNeedNoNotice() throws Exception {
        assertThat(ClusterIpNotice.concerns(service("other", "{\"type\":\"ExternalName\"}")))
                .isFalse();
        assertThat(ClusterIpNotice.concerns(service("kubernetes", "{\"clusterIP\":\"10.96.0.1\"}")))
                .isFalse();
    }

    private static Service service(String name, String spec) throws IOException {
        return Service.read(Json.read("{\"metadata\":{\"name\":\"%s\",\"namespace\":\"default\"},\"spec\":%s}"
                .formatted(name, spec)
                .getBytes(StandardCharsets.UTF_8)));
    }
}
