package dev.stowage.dist.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every check detects the violation that it is for.
final class RepositoryChecksTest {

    @TempDir
    Path root;

    @Test
    void aLongFileIsFoundUnlessAReasonIsGiven() throws IOException {
        write("a/Long.java", "int x;\n".repeat(301));
        assertThat(checks(Map.of()).longJavaFiles()).containsExactly("a/Long.java has 301 lines");
        assertThat(checks(Map.of("a/Long.java", "a table")).longJavaFiles()).isEmpty();
    }

    @Test
    void unfinishedWorkIsFoundWithItsLine() throws IOException {
        write("a/A.java", "fine\n// TO" + "DO later\n");
        assertThat(checks(Map.of()).unfinishedWork()).containsExactly("a/A.java:2 // TO" + "DO later");
    }

    @Test
    void aRegistryAddressIsFound() throws IOException {
        write("pom.xml", "<url>https://repo1.maven" + ".org/maven2</url>\n");
        assertThat(checks(Map.of()).registryAddresses()).hasSize(1);
    }

    @Test
    void aTabIsFound() throws IOException {
        write("a/A.java", "\tint x;\n");
        write("pom.xml", "\t<a/>\n");
        write("a/main.go", "\tgo's own habit\n");
        assertThat(checks(Map.of()).tabs()).hasSize(2);
    }

    @Test
    void aColourOutsideItsClassIsFound() throws IOException {
        write("m/src/main/java/a/Loud.java", "String red = \"\\u001b[31mred\";\nString clear = \"\\u001b[2J\";\n");
        write("m/src/main/java/a/TerminalColors.java", "String red = \"\\u001b[31mred\";\n");
        assertThat(checks(Map.of()).colours())
                .satisfiesExactly(line -> assertThat(line).startsWith("m/src/main/java/a/Loud.java:1 "));
    }

    @Test
    void aVagueNameIsFoundByWholeWordsOnly() throws IOException {
        write("a/SimpleThing.java", "");
        write("a/MountUtils.java", "");
        write("a/util/Thing.java", "");
        assertThat(checks(Map.of()).vagueNames()).containsExactly("a/MountUtils.java", "a/util/Thing.java");
    }

    @Test
    void aPackageWithoutADescriptionIsFound() throws IOException {
        write("m/src/main/java/good/package-info.java", "/// Why.\n@NullMarked\npackage good;\n");
        write("m/src/main/java/good/A.java", "");
        write("m/src/test/java/good/ATest.java", "");
        write("m/src/main/java/silent/package-info.java", "@NullMarked\npackage silent;\n");
        write("m/src/test/java/bare/B.java", "");
        assertThat(checks(Map.of()).packagesWithoutDescription())
                .satisfiesExactly(
                        silent -> assertThat(silent).startsWith("m/src/main/java/silent "),
                        bare -> assertThat(bare).startsWith("m/src/test/java/bare "));
    }

    @Test
    void aLinkThatLeadsNowhereIsFound() throws IOException {
        write("docs/a.md", "[here](b.md#part) [there](../README.md) [web](https://example.com) [gone](c.md)\n");
        write("docs/b.md", "");
        write("README.md", "");
        assertThat(checks(Map.of()).brokenLinks()).containsExactly("docs/a.md links to c.md, which is not there");
    }

    @Test
    void anOddPhraseIsFoundInLiteralsAndDocumentsOnly() throws IOException {
        write("m/src/main/java/a/A.java", "// made anew\nString s = \"try it anew\";\nString t = \"again\";\n");
        write("m/src/test/java/a/ATest.java", "String s = \"anew\";\n");
        write("docs/a.md", "Start it.\nIt shall run.\n");
        assertThat(checks(Map.of()).oddPhrases())
                .containsExactly(
                        "m/src/main/java/a/A.java: say \"again\" in: try it anew",
                        "docs/a.md: say \"must or will\" in: It shall run.");
    }

    @Test
    void aGlossaryEntryForAnotherClassIsFound() throws IOException {
        write("GLOSSARY.md", "[`Informer`](kube/Informer.java) [`Reflector`](kube/Follower.java)\n");
        assertThat(checks(Map.of()).glossaryWithoutClasses()).containsExactly("Reflector links to kube/Follower.java");
    }

    @Test
    void aScriptWithoutItsBitIsFound() throws IOException {
        write("stowage", "#!/bin/sh\n");
        assertThat(checks(Map.of()).scriptsThatCannotRun()).containsExactly("stowage is not executable");
    }

    private void write(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.resolveSibling(""));
        Files.writeString(file, text);
    }

    private RepositoryChecks checks(Map<String, String> longFilesAndWhy) throws IOException {
        List<Path> names;
        try (Stream<Path> all = Files.walk(root)) {
            names = all.map(root::relativize).toList();
        }
        return new RepositoryChecks(RepositoryFiles.of(root, names.stream()), longFilesAndWhy);
    }
}
