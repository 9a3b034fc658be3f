package dev.stowage.dist.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class ChartTest {

    @Test
    void theChartHasTheVersionOfTheProject() throws IOException {
        JsonNode chart = DeployFiles.yaml(DeployFiles.CHART.resolve("Chart.yaml"));
        assertThat(chart.path("version").asText()).isEqualTo(DeployFiles.version());
        assertThat(chart.path("appVersion").asText()).isEqualTo(DeployFiles.version());
    }

    @Test
    void theDefinitionsAreThoseThatTheEmbeddedApiIsTestedWith() throws IOException {
        Path tested = DeployFiles.ROOT.resolve("apiserver/src/main/resources/dev/stowage/apiserver/apiextensions");
        assertThat(DeployFiles.in("deploy/helm/stowage/crds", ".yaml"))
                .hasSize(8)
                .allSatisfy(file -> assertThat(file).hasSameTextualContentAs(tested.resolve(file.getFileName())));
    }

    @Test
    void everyValueIsInTheSchemaAndNoOther() throws IOException {
        Set<String> values = new TreeSet<>();
        JsonNode schema = DeployFiles.json(DeployFiles.CHART.resolve("values.schema.json"));
        Set<String> allowed = new TreeSet<>();
        allowed(schema, "", allowed);
        // Helm puts it there when the chart is part of another.
        allowed.remove("global");
        values(DeployFiles.yaml(DeployFiles.CHART.resolve("values.yaml")), schema, "", values);
        assertThat(values).hasSizeGreaterThan(60).isEqualTo(allowed);
    }

    @Test
    void everyValueIsUsedByATemplate() throws IOException {
        StringBuilder templates = new StringBuilder();
        for (Path file : DeployFiles.in("deploy/helm/stowage/templates", "")) {
            templates.append(DeployFiles.text(file));
        }
        Set<String> values = new TreeSet<>();
        JsonNode schema = DeployFiles.json(DeployFiles.CHART.resolve("values.schema.json"));
        values(DeployFiles.yaml(DeployFiles.CHART.resolve("values.yaml")), schema, "", values);
        assertThat(values).allSatisfy(value -> {
            String last = value.substring(value.lastIndexOf('.') + 1);
            assertThat(templates).as(value).containsPattern("\\." + last + "\\b");
        });
    }

    private static void values(JsonNode node, JsonNode schema, String path, Set<String> found) {
        if (!schema.has("properties")) {
            found.add(path);
            return;
        }
        node.properties()
                .forEach(one -> values(
                        one.getValue(),
                        schema.path("properties").path(one.getKey()),
                        path.isEmpty() ? one.getKey() : path + "." + one.getKey(),
                        found));
    }

    private static void allowed(JsonNode schema, String path, Set<String> found) {
        if (!schema.has("properties")) {
            found.add(path);
            return;
        }
        schema.path("properties")
                .properties()
                .forEach(one ->
                        allowed(one.getValue(), path.isEmpty() ? one.getKey() : path + "." + one.getKey(), found));
    }
}
