package dev.stowage.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ResourceDescriptor.Subresource;
import dev.stowage.apiserver.resource.StatusStrategy;
import dev.stowage.apiserver.resource.TableColumns.Column;
import dev.stowage.apiserver.resource.Verb;
import dev.stowage.kubetypes.Schema;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Compares discovery and tables of the built-in resources with recordings of kube-apiserver 1.36.3.
class BuiltInResourcesTest {
    private static final Set<Verb> OF_STATUS = Set.of(Verb.GET, Verb.PATCH, Verb.UPDATE);

    private static final List<String> ELSEWHERE =
            List.of("storage.k8s.io/", "apiextensions.k8s.io/", "v1 persistentvolume");

    private final List<ResourceDescriptor> resources = BuiltInResources.all(_ -> new Schema.AnyJson());

    @Test
    void discoverySaysWhatTheRealServerSays() throws IOException {
        List<String> lines = new ArrayList<>();
        for (ResourceDescriptor resourceDescriptor : resources) {
            for (String version : resourceDescriptor.versions()) {
                lines.add(line(resourceDescriptor, version));
                for (Subresource part : resourceDescriptor.subresources()) {
                    lines.add(line(resourceDescriptor, version, part));
                }
                if (resourceDescriptor.status() != StatusStrategy.NONE) {
                    lines.add(line(
                            resourceDescriptor,
                            version,
                            new Subresource(
                                    "status", "", "", resourceDescriptor.names().kind(), OF_STATUS)));
                }
            }
        }

        assertThat(lines).containsExactlyInAnyOrderElementsOf(recorded("discovery-1.36.3.txt", this::isDescribed));
    }

    @Test
    void tablesHaveTheColumnsOfTheRealServer() throws IOException {
        List<String> lines = new ArrayList<>();
        for (ResourceDescriptor resourceDescriptor : resources) {
            if (resourceDescriptor.verbs().contains(Verb.LIST)) {
                String columns = resourceDescriptor.tableColumns().columns().stream()
                        .map(BuiltInResourcesTest::column)
                        .collect(Collectors.joining(" | "));
                for (String version : resourceDescriptor.versions()) {
                    lines.add("%s %s: %s"
                            .formatted(
                                    resourceDescriptor.apiVersion(version),
                                    resourceDescriptor.names().plural(),
                                    columns));
                }
            }
        }

        assertThat(lines).containsExactlyInAnyOrderElementsOf(recorded("columns-1.36.3.txt", this::isDescribed));
    }

    /// All recorded resources must exist, except those for volumes and definitions, which other lists may add.
    private boolean isDescribed(String line) {
        if (ELSEWHERE.stream().noneMatch(line::startsWith)) {
            return true;
        }
        String[] words = line.split("[ :]", 3);
        String resource = words[1].replaceFirst("/.*", "");
        return resources.stream()
                .anyMatch(each -> each.names().plural().equals(resource)
                        && each.versions().stream()
                                .anyMatch(version -> each.apiVersion(version).equals(words[0])));
    }

    private static String line(ResourceDescriptor resourceDescriptor, String version) {
        ResourceDescriptor.Names names = resourceDescriptor.names();
        return "%s %s %s ns=%s verbs=%s short=%s cat=%s singular=%s gv="
                .formatted(
                        resourceDescriptor.apiVersion(version),
                        names.plural(),
                        names.kind(),
                        resourceDescriptor.namespaced(),
                        words(resourceDescriptor.verbs()),
                        String.join(",", names.shortNames()),
                        String.join(",", names.categories()),
                        names.singular());
    }

    private static String line(ResourceDescriptor resourceDescriptor, String version, Subresource part) {
        return "%s %s/%s %s ns=%s verbs=%s short= cat= singular= gv=%s"
                .formatted(
                        resourceDescriptor.apiVersion(version),
                        resourceDescriptor.names().plural(),
                        part.name(),
                        part.kind(),
                        resourceDescriptor.namespaced(),
                        words(part.verbs()),
                        part.version().isEmpty() ? "" : part.group() + "/" + part.version());
    }

    private static String words(Set<Verb> verbs) {
        return verbs.stream().map(Verb::word).sorted().collect(Collectors.joining(","));
    }

    private static String column(Column column) {
        return column.name() + " " + column.type()
                + (column.format().isEmpty() ? "" : " " + column.format())
                + (column.priority() == 0 ? "" : " wide");
    }

    private static List<String> recorded(String name, Predicate<String> which) throws IOException {
        try (InputStream file = Objects.requireNonNull(BuiltInResourcesTest.class.getResourceAsStream(name), name)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(which)
                    .toList();
        }
    }
}
