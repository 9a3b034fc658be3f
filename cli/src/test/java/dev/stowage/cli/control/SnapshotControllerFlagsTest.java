package dev.stowage.cli.control;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.flags.GoDuration;
import dev.stowage.flags.HelpRequestedException;
import dev.stowage.flags.UsageException;
import dev.stowage.kube.controller.ControllerName;
import dev.stowage.kube.manager.Environment;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SnapshotControllerFlagsTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Environment environment = new Environment(
            Map.of(),
            "host-1",
            "1.2.3",
            new PrintStream(out, true, StandardCharsets.UTF_8),
            (_, _) -> {},
            Path.of("/nowhere/termination-log"));

    @Test
    void flagsAndDefaultsAreThoseOfTheProgram() throws Exception {
        assertThat(ours()).isEqualTo(theirs());
    }

    @Test
    void versionIsPrintedUnderTheProgramsName() {
        assertThat(new SnapshotControllerFlags().parse(List.of("--version"), environment))
                .isEmpty();
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("snapshot-controller 1.2.3\n");
    }

    @Test
    void linesThatChartsHaveAreRead() {
        assertThat(new SnapshotControllerFlags()
                        .parse(
                                List.of(
                                        "--v=5",
                                        "--leader-election=true",
                                        "--leader-election-namespace=kube-system",
                                        "--feature-gates=CSIVolumeGroupSnapshot=false",
                                        "-http-endpoint=127.0.0.1:8080"),
                                environment))
                .get()
                .satisfies(options -> {
                    assertThat(options.constructors()).containsOnlyKeys(ControllerName.SNAPSHOT);
                    assertThat(options.lease().namespace()).isEqualTo("kube-system");
                    assertThat(options.endpoint().whole()).isPresent();
                });
    }

    @Test
    void mistakesAreRefused() {
        assertThatThrownBy(() ->
                        new SnapshotControllerFlags().parse(List.of("--feature-gates=Nonsense=true"), environment))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("unknown feature gate \"Nonsense\"");
        assertThatThrownBy(() -> new SnapshotControllerFlags().parse(List.of("--worker-threads=0"), environment))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("worker-threads must be at least 1");
    }

    private static Map<String, String> theirs() throws IOException {
        Map<String, String> flags = new TreeMap<>();
        try (var in = requireNonNull(
                SnapshotControllerFlagsTest.class.getResourceAsStream("snapshot-controller-flags.txt"), "the table")) {
            new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .forEach(line -> {
                        String[] words = line.split(" ", 2);
                        flags.put(words[0], value(words.length > 1 ? words[1] : ""));
                    });
        }
        return flags;
    }

    private Map<String, String> ours() {
        Map<String, String> flags = new TreeMap<>();
        try {
            new SnapshotControllerFlags().parse(List.of("--help"), environment);
        } catch (HelpRequestedException e) {
            e.commandHelp().flags().forEach(flag -> flags.put(flag.name(), value(flag.shownDefault())));
        }
        return flags;
    }

    /// The same value however it is written: `1m0s` is a minute, 0 counts as empty.
    private static String value(String text) {
        if (text.matches("-?[0-9.]+")) {
            double number = Double.parseDouble(text);
            return number == 0 ? "" : Double.toString(number);
        }
        try {
            var duration = GoDuration.parse(text);
            return duration.isZero() ? "" : duration.toString();
        } catch (IllegalArgumentException e) {
            return text;
        }
    }
}
