package dev.stowage.cli.rbac;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// A file of RBAC rules in the chart.
///
/// @param cluster rules for the whole cluster
/// @param home rules for the namespace of the pods
record RuleFile(String name, ArrayNode cluster, ArrayNode home) {
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
    private static final Path FOLDER = Path.of("../deploy/helm/stowage/rbac");

    /// Of roles that the scenario cannot play: a move needs the drivers of two nodes.
    private static final Set<String> PLAYED_ELSEWHERE = Set.of("mover");

    static List<RuleFile> all() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.map(file -> file.getFileName().toString())
                    .sorted()
                    .map(file -> file.substring(0, file.length() - ".yaml".length()))
                    .filter(name -> !PLAYED_ELSEWHERE.contains(name))
                    .map(RuleFile::of)
                    .toList();
        }
    }

    static RuleFile of(String name) {
        try {
            JsonNode read = YAML.readTree(Files.readString(FOLDER.resolve(name + ".yaml")));
            return new RuleFile(name, list(read, "cluster"), list(read, "namespace"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ArrayNode list(JsonNode read, String field) {
        return read.path(field) instanceof ArrayNode rules ? rules : YAML.createArrayNode();
    }

    Set<PolicyRule> rights() {
        Set<PolicyRule> all = new HashSet<>();
        add(all, cluster, false);
        add(all, home, true);
        return all;
    }

    private static void add(Set<PolicyRule> all, ArrayNode rules, boolean home) {
        for (JsonNode rule : rules) {
            for (JsonNode group : rule.path("apiGroups")) {
                for (JsonNode resource : rule.path("resources")) {
                    for (JsonNode verb : rule.path("verbs")) {
                        all.add(new PolicyRule(verb.asText(), group.asText(), resource.asText(), home));
                    }
                }
            }
        }
    }
}
