package dev.stowage.dist.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.cli.reference.ReferenceCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The reference documents everything that the programs do, and nothing else.
final class ReferenceTest {

    private static final Path ROOT =
            Path.of("").toAbsolutePath().resolveSibling("").normalize();
    private static final Path PAGES = ROOT.resolve("docs/reference");
    private static final Pattern QUOTED = Pattern.compile("\"([^\"\\\\\n]*)\"");
    private static final Pattern SNAKE = Pattern.compile("\"([a-z]+(?:_[a-z]+)+_?)\"");
    private static final Pattern FIRST_COLUMN = Pattern.compile("(?m)^\\| (`[^|]*) \\|");
    private static final Pattern IN_CODE = Pattern.compile("`([^`]+)`");

    /// `normal(about, "Reason", …)`, and constants in the same position.
    private static final Pattern REASON = Pattern.compile(
            "\\b(?:normal|warning|lost|fail|warn|happened|nodeEvent)\\(\\s*[^,;\"]*,?\\s*\"([A-Z][A-Za-z]+)\",");

    private static final Pattern REASON_CONSTANT =
            Pattern.compile("String (?:REASON|EVENT_\\w+|NORMAL|ABNORMAL) = \"([A-Z][A-Za-z]+)\"");

    private static final Pattern SHARED_REASON = Pattern.compile("String [A-Z_]+ = \"([A-Z][A-Za-z]+)\"");

    @Test
    void everyCommandAndFlagIsOnThePage() throws IOException {
        assertThat(Files.readString(PAGES.resolve("commands.md")))
                .as("run ./stowage reference > docs/reference/commands.md")
                .isEqualTo(ReferenceCommand.page());
    }

    @Test
    void everyMetricIsOnThePageAndNoOther() throws IOException {
        ModuleSources moduleSources = ModuleSources.of(
                ROOT,
                "csi",
                "sdk",
                "driver",
                "apiserver",
                "k8s",
                "kube",
                "sidecar",
                "control",
                "cluster",
                "node",
                "cli");
        Set<String> written = moduleSources.found(SNAKE, text -> text.contains("import io.prometheus."));
        String page = Files.readString(PAGES.resolve("metrics.md"));
        assertThat(written)
                .as("docs/reference/metrics.md names every metric and label that the code writes")
                .hasSizeGreaterThan(30)
                .allSatisfy(name -> assertThat(page).contains(name));

        Set<String> all = moduleSources.found(Pattern.compile("\"([a-z_]+)\""), _ -> true);
        Set<String> printed = moduleSources.found(Pattern.compile("# TYPE (\\S+) "), _ -> true);
        assertThat(firstColumn(page).stream().filter(name -> name.contains("_")))
                .as("the code writes every metric that docs/reference/metrics.md names")
                .isNotEmpty()
                .allMatch(name -> all.contains(name) || printed.contains(name) || isJoined(name, all));
    }

    /// Some names are concatenated from a common prefix and a suffix.
    private static boolean isJoined(String name, Set<String> words) {
        return words.stream()
                .filter(word -> word.endsWith("_") && name.startsWith(word))
                .anyMatch(word -> words.contains(name.substring(word.length())));
    }

    @Test
    void everyReasonOfAnEventIsOnThePageAndNoOther() throws IOException {
        ModuleSources moduleSources = ModuleSources.of(ROOT, "k8s", "kube", "sidecar", "control", "cluster", "node");
        Set<String> written = new TreeSet<>(moduleSources.found(REASON, _ -> true));
        written.addAll(moduleSources.found(REASON_CONSTANT, _ -> true));
        written.addAll(moduleSources.found(
                SHARED_REASON,
                text -> text.contains("class VolumeEventReasons") || text.contains("class MoveEventReasons")));
        Set<String> named = firstColumn(Files.readString(PAGES.resolve("events.md")));
        assertThat(written).hasSizeGreaterThan(40);
        assertThat(named)
                .as("docs/reference/events.md names every reason that the code writes")
                .containsAll(written);
        assertThat(moduleSources.found(QUOTED, _ -> true))
                .as("the code writes every reason that docs/reference/events.md names")
                .containsAll(named);
    }

    @Test
    void everySituationThatIsExplainedIsOnThePageAndNoOther() throws IOException {
        Set<String> known = new ModuleSources(ModuleSources.of(ROOT, "explain").files().stream()
                        .filter(text -> text.startsWith("package dev.stowage.explain.cause"))
                        .toList())
                .found(Pattern.compile("\"([a-z]+(?:-[a-z]+)+)\""), _ -> true);
        assertThat(firstColumn(Files.readString(ROOT.resolve("docs/explain.md"))))
                .as("docs/explain.md names every situation that explain knows")
                .hasSizeGreaterThan(30)
                .containsExactlyInAnyOrderElementsOf(known);
    }

    private static Set<String> firstColumn(String page) {
        Set<String> words = new TreeSet<>();
        FIRST_COLUMN
                .matcher(page)
                .results()
                .forEach(cell -> IN_CODE.matcher(cell.group(1)).results().forEach(word -> words.add(word.group(1))));
        return words;
    }
}
