package dev.stowage.interop.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// A fuzz target among the compiled tests of a module: a class whose name ends in `Fuzz`.
///
/// @param module the directory of the module
/// @param className with its package
record FuzzClass(Path module, String className) {
    private static final String SUFFIX = "Fuzz";
    private static final String FILE = SUFFIX + ".class";

    /// All that are compiled, by name.
    static List<FuzzClass> beneath(Path home) throws IOException {
        List<FuzzClass> found = new ArrayList<>();
        try (Stream<Path> modules = Files.list(home)) {
            for (Path module : modules.filter(Files::isDirectory).toList()) {
                found.addAll(of(module));
            }
        }
        found.sort(Comparator.comparing(FuzzClass::name));
        return found;
    }

    private static List<FuzzClass> of(Path module) throws IOException {
        Path classes = module.resolve("target/test-classes");
        if (!Files.isDirectory(classes)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(classes)) {
            return files.map(file -> classes.relativize(file).toString())
                    .filter(file -> file.endsWith(FILE) && !file.contains("$"))
                    .map(file ->
                            file.substring(0, file.length() - ".class".length()).replace('/', '.'))
                    .map(type -> new FuzzClass(module, type))
                    .toList();
        }
    }

    String name() {
        String simple = className.substring(className.lastIndexOf('.') + 1);
        return simple.substring(0, simple.length() - SUFFIX.length());
    }

    /// Where inputs that were findings once are kept, for every test run.
    Path regressions() {
        return module.resolve("src/test/resources/fuzz").resolve(name());
    }

    /// What the fuzzer has found so far; it continues from there.
    Path work() {
        return module.resolve("target/fuzz").resolve(name());
    }

    /// Of the tests of the module, with Jazzer.
    String classPath() throws IOException {
        Path file = module.resolve("target/fuzz.classpath");
        String dependencies = Files.readString(file).strip();
        return Stream.of("target/test-classes", "target/classes")
                        .map(folder -> module.resolve(folder) + ":")
                        .reduce("", String::concat)
                + dependencies;
    }
}
