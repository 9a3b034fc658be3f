package dev.stowage.cluster.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class DiscoveredResourcesTest {

    private static JsonNode json(String text) throws Exception {
        return Json.read(text.getBytes(StandardCharsets.UTF_8));
    }

    private static JsonNode group(String freshness, String versions) throws Exception {
        return json("""
                {"kind":"APIGroupDiscoveryList","items":[{"metadata":{"name":"g.example.com"},"versions":[%s]}]}""".formatted(versions.formatted(freshness)));
    }

    private static final String VERSIONS = """
            {"version":"v2","freshness":"%1$s","resources":[
              {"resource":"boats","responseKind":{"kind":"Boat"},"scope":"Namespaced","verbs":["get","list"]}]},
            {"version":"v1","freshness":"%1$s","resources":[
              {"resource":"boats","responseKind":{"kind":"Boat"},"scope":"Namespaced","verbs":["get"]},
              {"resource":"seas","responseKind":{"kind":"Sea"},"scope":"Cluster","verbs":["get"]}]}""";

    @Test
    void resourcesAreListedOnceInTheVersionThatComesFirst() throws Exception {
        DiscoveredResources discoveredResources = DiscoveredResources.parse(List.of(group("Current", VERSIONS)));
        assertThat(discoveredResources.resources())
                .extracting(resource -> resource.kind().apiVersion() + " " + resource.kind())
                .containsExactly("g.example.com/v2 boats.g.example.com", "g.example.com/v1 seas.g.example.com");
        DiscoveredResource boats =
                discoveredResources.find("g.example.com/v1", "Boat").orElseThrow();
        assertThat(boats.kind().version()).isEqualTo("v2");
        assertThat(boats.can("get", "list")).isTrue();
        assertThat(boats.can("get", "delete")).isFalse();
        assertThat(discoveredResources.find("g.example.com/v3", "Boat")).isEmpty();
    }

    @Test
    void groupThatDoesNotAnswerKeepsWhatItHad() throws Exception {
        DiscoveredResources before = DiscoveredResources.parse(List.of(group("Current", VERSIONS)));
        DiscoveredResources broken =
                DiscoveredResources.parse(List.of(group("Stale", "{\"version\":\"v2\",\"freshness\":\"%1$s\"}")));
        assertThat(broken.resources()).isEmpty();
        assertThat(broken.keeping(before).resources()).isEqualTo(before.resources());
        assertThat(broken.keeping(before).find("g.example.com/v1", "Boat")).isPresent();
        DiscoveredResources gone =
                DiscoveredResources.parse(List.of(json("{\"kind\":\"APIGroupDiscoveryList\",\"items\":[]}")));
        assertThat(gone.keeping(before).resources()).isEmpty();
    }

    @Test
    void anotherFormIsNotTakenForNothing() {
        assertThatThrownBy(() -> DiscoveredResources.parse(List.of(json("{\"kind\":\"APIGroupList\"}"))))
                .hasMessageContaining("1.30");
    }
}
