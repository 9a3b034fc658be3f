package dev.stowage.apiserver.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.accesscontrol.ClusterFixture;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.storage.ObjectKey;
import dev.stowage.apiserver.storage.StoredObject;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ClusterBootstrapTest {
    @TempDir
    private Path folder;

    private ClusterFixture clusterFixture;

    @BeforeEach
    void open() throws Exception {
        clusterFixture = new ClusterFixture(folder);
    }

    @AfterEach
    void close() throws Exception {
        clusterFixture.close();
    }

    private ObjectNode object(String resource, String namespace, String name) {
        StoredObject storedObject = clusterFixture
                .objectStore()
                .get(new ObjectKey(resource, namespace, name))
                .orElseThrow();
        return Json.stored(storedObject.value());
    }

    private int count(String resource) {
        return clusterFixture.objectStore().list(resource, "").entries().size();
    }

    @Test
    void allRolesAndBindingsAreThere() {
        assertThat(count("clusterroles.rbac.authorization.k8s.io")).isEqualTo(69);
        assertThat(count("clusterrolebindings.rbac.authorization.k8s.io")).isEqualTo(50);
        assertThat(count("roles.rbac.authorization.k8s.io")).isEqualTo(7);
        assertThat(count("rolebindings.rbac.authorization.k8s.io")).isEqualTo(7);
    }

    @Test
    void rolesThatGatherHaveTheirRules() {
        int view = object("clusterroles.rbac.authorization.k8s.io", "", "view")
                .path("rules")
                .size();
        int edit = object("clusterroles.rbac.authorization.k8s.io", "", "edit")
                .path("rules")
                .size();
        int admin = object("clusterroles.rbac.authorization.k8s.io", "", "admin")
                .path("rules")
                .size();
        assertThat(view).isEqualTo(12);
        assertThat(edit).isEqualTo(view + 15);
        assertThat(admin).isEqualTo(edit + 2);
    }

    @Test
    void objectsLookAsTheyDoElsewhere() {
        ObjectNode namespace = object("namespaces", "", "default");
        ObjectNode metadata = (ObjectNode) namespace.path("metadata");
        assertThat(metadata.remove("uid").asText()).hasSize(36);
        metadata.remove("resourceVersion");
        assertThat(namespace)
                .hasToString("{\"kind\":\"Namespace\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"default\","
                        + "\"creationTimestamp\":\"2026-06-01T12:00:00Z\",\"labels\":"
                        + "{\"kubernetes.io/metadata.name\":\"default\"}},\"spec\":{\"finalizers\":[\"kubernetes\"]},"
                        + "\"status\":{\"phase\":\"Active\"}}");
        assertThat(object("services", "default", "kubernetes")
                        .at("/spec/ports/0/targetPort")
                        .asInt())
                .isEqualTo(6443);
        assertThat(object("configmaps", "kube-system", "extension-apiserver-authentication")
                        .at("/data/client-ca-file")
                        .asText())
                .startsWith("-----BEGIN CERTIFICATE-----");
    }

    @Test
    void anotherStartChangesNothing() throws Exception {
        long revision = clusterFixture.objectStore().revision();
        ClusterBootstrap.run(clusterFixture.objectStore(), "other", 1, clusterFixture.clock());
        assertThat(clusterFixture.objectStore().revision()).isEqualTo(revision);
    }

    @Test
    void aDeletedBootstrapObjectIsRecreated() throws Exception {
        clusterFixture.remove("clusterroles.rbac.authorization.k8s.io", "", "view");
        ClusterBootstrap.run(clusterFixture.objectStore(), "other", 1, clusterFixture.clock());
        assertThat(count("clusterroles.rbac.authorization.k8s.io")).isEqualTo(69);
    }

    @Test
    void serviceOfTheServerLeadsToItsAddress() throws Exception {
        ServerEndpoints.publish(clusterFixture.objectStore(), "127.0.0.1", 1234, clusterFixture.clock());
        ServerEndpoints.publish(clusterFixture.objectStore(), "127.0.0.1", 4321, clusterFixture.clock());
        assertThat(object("endpoints", "default", "kubernetes").path("subsets"))
                .hasToString("[{\"addresses\":[{\"ip\":\"127.0.0.1\"}],"
                        + "\"ports\":[{\"name\":\"https\",\"port\":4321,\"protocol\":\"TCP\"}]}]");
        ObjectNode slice = object("endpointslices.discovery.k8s.io", "default", "kubernetes");
        assertThat(slice.at("/metadata/labels/kubernetes.io~1service-name").asText())
                .isEqualTo("kubernetes");
        assertThat(slice.at("/endpoints/0/addresses/0").asText()).isEqualTo("127.0.0.1");
        assertThat(slice.at("/ports/0/port").asInt()).isEqualTo(4321);
        assertThat(object("services", "default", "kubernetes")
                        .at("/spec/ports/0/targetPort")
                        .asInt())
                .isEqualTo(4321);
        long revision = clusterFixture.objectStore().revision();
        ServerEndpoints.publish(clusterFixture.objectStore(), "127.0.0.1", 4321, clusterFixture.clock());
        assertThat(clusterFixture.objectStore().revision()).isEqualTo(revision);
    }
}
