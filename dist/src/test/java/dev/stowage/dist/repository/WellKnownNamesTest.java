package dev.stowage.dist.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A name that Kubernetes fixes, such as `kubernetes.io/pvc-protection`, is written once: in `dev.stowage.k8s.names`.
/// A second copy can differ in a letter, and then two controllers do not understand each other.
final class WellKnownNamesTest {

    private static final String NAMES = "k8s/src/main/java/dev/stowage/k8s/names/";
    private static final String DRIVERS = "for authors of drivers, who need none of our Kubernetes modules";
    private static final String INDEPENDENT = "checks the product, so it must not share the product's mistakes";
    private static final String MANIFESTS = "writes manifests as users write them";

    private static final Map<String, String> EXEMPT_MODULES_AND_WHY = Map.of(
            "csi", DRIVERS,
            "sdk", DRIVERS,
            "driver", DRIVERS,
            "sim", INDEPENDENT,
            "interop", INDEPENDENT,
            "dist", INDEPENDENT,
            "bench", MANIFESTS,
            "image", MANIFESTS,
            "examples", MANIFESTS);

    /// Means "reserved for Kubernetes" in the validation of the API server, and "in-tree" in the names of
    /// provisioners.
    private static final String RESERVED = "kubernetes.io/";

    private static final Pattern LITERAL = Pattern.compile("\"([^\"\\\\]*)\"");

    @Test
    void eachNameIsWrittenOnceInTheProduct() throws Exception {
        assertThat(copies(RepositoryFiles.ofThisRepository(), names())).isEmpty();
    }

    @Test
    void aSecondCopyIsFound(@TempDir Path root) throws IOException {
        Path copy = Path.of("control/src/main/java/Copy.java");
        Files.createDirectories(root.resolve(copy).getParent());
        Files.writeString(root.resolve(copy), "String finalizer = \"kubernetes.io/pvc-protection\";\n");
        assertThat(copies(RepositoryFiles.of(root, Stream.of(copy)), Set.of("kubernetes.io/pvc-protection")))
                .containsExactly(copy + " kubernetes.io/pvc-protection");
    }

    private static List<String> copies(RepositoryFiles repository, Set<String> names) {
        return repository
                .named("**/src/main/java/**.java")
                .filter(file ->
                        !EXEMPT_MODULES_AND_WHY.containsKey(file.getName(0).toString()))
                .filter(file -> !file.toString().startsWith(NAMES))
                .flatMap(file -> LITERAL.matcher(repository.text(file))
                        .results()
                        .map(literal -> literal.group(1))
                        .filter(names::contains)
                        .map(literal -> file + " " + literal))
                .toList();
    }

    private static Set<String> names() throws Exception {
        Set<String> names = new TreeSet<>();
        List<Path> sources = RepositoryFiles.ofThisRepository()
                .named(NAMES + "*.java")
                .filter(file -> !file.endsWith("package-info.java"))
                .toList();
        for (Path source : sources) {
            String type = source.getFileName().toString().replace(".java", "");
            for (Field field : Class.forName("dev.stowage.k8s.names." + type).getDeclaredFields()) {
                if (Modifier.isPublic(field.getModifiers()) && field.get(null) instanceof String name) {
                    names.add(name);
                }
            }
        }
        // Words such as "apps" or "Resizing" have other meanings too; a name with a domain has one.
        names.removeIf(name -> !name.contains("k8s.io") && !name.contains("kubernetes.io"));
        names.remove(RESERVED);
        assertThat(names).contains("kubernetes.io/pvc-protection", "volume.kubernetes.io/storage-provisioner");
        return names;
    }
}
