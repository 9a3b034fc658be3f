package dev.stowage.dist.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The files in `deploy`, as text and as objects.
final class DeployFiles {

    static final Path ROOT = Path.of("").toAbsolutePath().resolveSibling("").normalize();
    static final Path CHART = ROOT.resolve("deploy/helm/stowage");

    private static final YAMLMapper YAML = new YAMLMapper();
    private static final JsonMapper JSON = new JsonMapper();
    private static final Pattern VERSION = Pattern.compile("<version>([^<]+)</version>");

    private DeployFiles() {}

    static String text(Path file) throws IOException {
        return Files.readString(file);
    }

    static JsonNode yaml(Path file) throws IOException {
        return YAML.readTree(text(file));
    }

    static JsonNode json(Path file) throws IOException {
        return JSON.readTree(text(file));
    }

    static List<JsonNode> documents(Path file) throws IOException {
        try (var documents = YAML.readerFor(JsonNode.class).<JsonNode>readValues(text(file))) {
            return documents.readAll().stream().filter(JsonNode::isObject).toList();
        }
    }

    static List<Path> in(String folder, String end) throws IOException {
        try (Stream<Path> files = Files.list(ROOT.resolve(folder))) {
            return files.filter(file -> file.toString().endsWith(end)).sorted().toList();
        }
    }

    /// Every container in the rendered manifests.
    static List<JsonNode> containers() throws IOException {
        List<JsonNode> found = new ArrayList<>();
        List<Path> files = new ArrayList<>(in("deploy/examples", ".yaml"));
        files.add(ROOT.resolve("deploy/manifests/stowage.yaml"));
        for (Path file : files) {
            for (JsonNode object : documents(file)) {
                object.at("/spec/template/spec/containers").forEach(found::add);
            }
        }
        return found;
    }

    /// The version in the root `pom.xml`.
    static String version() throws IOException {
        Matcher found = VERSION.matcher(text(ROOT.resolve("pom.xml")));
        if (!found.find()) {
            throw new IOException("pom.xml has no version");
        }
        return found.group(1);
    }
}
