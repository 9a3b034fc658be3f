package dev.stowage.interop.chart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The chart in this repository, as helm renders it.
///
/// @param home of the repository
record HelmChart(Helm helm, Path home, Path scratch) {

    /// As the documents name it.
    static final String NAMESPACE = "stowage-system";

    private static final YAMLMapper YAML = new YAMLMapper();

    Path folder() {
        return home.resolve("deploy/helm/stowage");
    }

    /// Writes the values file.
    Path values(ChartVariant chartVariant) throws IOException {
        return Files.writeString(scratch.resolve(chartVariant.name() + ".yaml"), chartVariant.settings());
    }

    void lint(Path values) throws IOException, InterruptedException {
        helm.output("lint", "--strict", "--namespace", NAMESPACE, "--values", values.toString(), folder().toString());
    }

    String render(String... more) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("template", "stowage", folder().toString()));
        arguments.addAll(List.of("--namespace", NAMESPACE));
        arguments.addAll(List.of(more));
        return helm.output(arguments.toArray(String[]::new));
    }

    String render(ChartVariant chartVariant) throws IOException, InterruptedException {
        return render("--values", values(chartVariant).toString());
    }

    static List<JsonNode> objects(String manifests) throws IOException {
        try (var documents = YAML.readerFor(JsonNode.class).<JsonNode>readValues(manifests)) {
            return documents.readAll().stream().filter(JsonNode::isObject).toList();
        }
    }
}
