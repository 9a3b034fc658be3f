package dev.stowage.image.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class JavaRuntimeTest {

    /// Libraries use JavaBeans only where they are available, and our types are records.
    private static final String UNWANTED = "java.desktop";

    private static final List<String> ONLY_FOR_TESTS = List.of(
            "test-classes",
            "surefire",
            "junit",
            "assertj",
            "awaitility",
            "hamcrest",
            "opentest4j",
            "apiguardian",
            "byte-buddy");

    @Test
    void everyModuleThatTheClassPathUsesIsLinked() {
        List<String> path = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> ONLY_FOR_TESTS.stream().noneMatch(entry::contains))
                .filter(entry -> Files.exists(Path.of(entry)))
                .toList();
        assertThat(path).hasSizeGreaterThan(30);
        List<String> arguments = new ArrayList<>(List.of("--multi-release", "25", "--ignore-missing-deps"));
        arguments.addAll(List.of("--print-module-deps", "--class-path", String.join(File.pathSeparator, path)));
        arguments.addAll(path);
        StringWriter said = new StringWriter();
        int status = ToolProvider.findFirst("jdeps")
                .orElseThrow()
                .run(new PrintWriter(said), new PrintWriter(said), arguments.toArray(String[]::new));
        assertThat(status).as(said.toString()).isZero();
        String modules = said.toString()
                .lines()
                .filter(line -> line.startsWith("java.base,"))
                .collect(Collectors.joining());
        assertThat(JavaRuntime.MODULES)
                .containsAll(Arrays.stream(modules.split(",", -1))
                        .filter(module -> !module.equals(UNWANTED))
                        .toList());
        assertThat(modules).contains("java.net.http");
    }
}
