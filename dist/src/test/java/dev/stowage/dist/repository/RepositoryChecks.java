package dev.stowage.dist.repository;

import static java.util.stream.Collectors.toSet;

import dev.stowage.dist.vocabulary.PlainEnglish;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The checks. Each returns its violations as `file:line what`; empty when there are none.
record RepositoryChecks(RepositoryFiles repository, Map<String, String> longFilesAndWhy) {

    private static final int LONGEST = 300;

    /// Package names that say nothing about their contents.
    private static final Pattern DRAWER = Pattern.compile("(?i)utils?|commons?|impl|helpers?");

    private static final Pattern WORDS = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+");
    private static final Pattern UNFINISHED = Pattern.compile("\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s#:]+)(#[^)\\s]*)?\\)");

    /// A class in the glossary: its name and its file, whose existence the check of links covers.
    private static final Pattern CLASS_LINK = Pattern.compile("\\[`([A-Z]\\w*)`\\]\\(([^)]*)\\)");

    /// An escape sequence that ends in `m` sets a colour; others move the cursor.
    private static final Pattern COLOUR = Pattern.compile("(?i)\\\\(u001b|033|x1b|e)\\[[0-9;]*m");

    /// Package registries are configured in the settings of each machine.
    private static final List<String> REGISTRIES = List.of(
            "repo.maven" + ".apache.org",
            "repo1.maven" + ".org",
            "proxy.golang" + ".org",
            "sum.golang" + ".org",
            "registry.npmjs" + ".org",
            "deb.debian" + ".org",
            "pypi" + ".org");

    List<String> longJavaFiles() {
        return repository
                .named("**.java")
                .filter(file -> repository.lines(file).size() > LONGEST)
                .filter(file -> !longFilesAndWhy.containsKey(file.toString()))
                .map(file -> file + " has " + repository.lines(file).size() + " lines")
                .toList();
    }

    List<String> unfinishedWork() {
        return everyLine(
                repository.files().stream(), line -> UNFINISHED.matcher(line).find());
    }

    List<String> registryAddresses() {
        return everyLine(
                repository.files().stream(), line -> REGISTRIES.stream().anyMatch(line::contains));
    }

    List<String> tabs() {
        return everyLine(
                repository.named("{**.java,**.xml,**.md,**.proto,pom.xml,stowage,.ci/run,bin/*}"),
                line -> line.contains("\t"));
    }

    /// Only one class may use colours: it checks for a terminal and for `NO_COLOR`.
    List<String> colours() {
        return everyLine(
                repository.named("**/src/main/java/**.java").filter(file -> !file.endsWith("TerminalColors.java")),
                line -> COLOUR.matcher(line).find());
    }

    List<String> vagueNames() {
        return repository
                .named("**.java")
                .filter(file -> IntStream.range(0, file.getNameCount())
                        .mapToObj(file::getName)
                        .flatMap(name -> WORDS.splitAsStream(name.toString()))
                        .anyMatch(word -> DRAWER.matcher(word).matches()))
                .map(Path::toString)
                .toList();
    }

    /// Tests may be in the package of the code they test; its description is beside the main code.
    List<String> packagesWithoutDescription() {
        Set<Path> described = repository
                .named("**/package-info.java")
                .filter(file -> repository.text(file).contains("@NullMarked"))
                .filter(file -> repository.text(file).startsWith("///"))
                .map(RepositoryChecks::folder)
                .collect(toSet());
        return repository
                .named("**/src/{main,test}/java/**.java")
                .map(RepositoryChecks::folder)
                .distinct()
                .filter(folder -> !described.contains(folder) && !described.contains(ofMainCode(folder)))
                .map(folder -> folder + " has no package-info.java with a /// description and @NullMarked")
                .toList();
    }

    List<String> brokenLinks() {
        return repository
                .named("{*.md,**.md}")
                .flatMap(file -> LINK.matcher(repository.text(file))
                        .results()
                        .map(link -> link.group(1))
                        .filter(target ->
                                !Files.exists(repository.root().resolve(file).resolveSibling(target)))
                        .map(target -> file + " links to " + target + ", which is not there"))
                .toList();
    }

    /// Texts that users see: string literals of the product, documents, scripts.
    List<String> oddPhrases() {
        Stream<String> inCode = repository
                .named("**/src/main/java/**.java")
                .flatMap(file -> PlainEnglish.literals(repository.text(file)).stream()
                        .map(PlainEnglish::objection)
                        .flatMap(Optional::stream)
                        .map(objection -> file + ": " + objection));
        Stream<String> inDocuments = repository
                .named("{*.md,**.md,stowage,.ci/run,bin/*}")
                .flatMap(file -> repository.lines(file).stream()
                        .map(PlainEnglish::objection)
                        .flatMap(Optional::stream)
                        .map(objection -> file + ": " + objection));
        return Stream.concat(inCode, inDocuments).toList();
    }

    /// Classes that the glossary links to under another name than their own.
    List<String> glossaryWithoutClasses() {
        return repository
                .named("GLOSSARY.md")
                .flatMap(file -> CLASS_LINK.matcher(repository.text(file)).results())
                .filter(link -> !link.group(2).endsWith("/" + link.group(1) + ".java"))
                .map(link -> link.group(1) + " links to " + link.group(2))
                .toList();
    }

    List<String> scriptsThatCannotRun() {
        return repository
                .named("{stowage,.ci/run,bin/*}")
                .filter(file -> !Files.isExecutable(repository.root().resolve(file)))
                .map(file -> file + " is not executable")
                .toList();
    }

    private List<String> everyLine(Stream<Path> files, Predicate<String> isBad) {
        return files.flatMap(file -> {
                    List<String> lines = repository.lines(file);
                    return IntStream.range(0, lines.size())
                            .filter(i -> isBad.test(lines.get(i)))
                            .mapToObj(i ->
                                    file + ":" + (i + 1) + " " + lines.get(i).strip());
                })
                .toList();
    }

    private static Path folder(Path file) {
        return file.subpath(0, file.getNameCount() - 1);
    }

    private static Path ofMainCode(Path folder) {
        return Path.of(folder.toString().replace("/src/test/", "/src/main/"));
    }
}
