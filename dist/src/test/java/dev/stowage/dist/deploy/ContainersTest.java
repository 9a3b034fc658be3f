package dev.stowage.dist.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// A process exits at once when it gets an unknown flag, on every node of a cluster.
final class ContainersTest {

    private static final Pattern IN_TEMPLATE = Pattern.compile("(?m)^\\s*- (driver|control|snapshot-controller)$");
    private static final Pattern GIVEN = Pattern.compile("(?m)^\\s*- --?([a-z0-9-]+)");

    @Test
    void everyImageOfOursHasTheVersionOfTheProject() throws IOException {
        assertThat(DeployFiles.containers())
                .isNotEmpty()
                .allSatisfy(container -> assertThat(container.path("image").asText())
                        .matches("stowage\\.dev/[a-z-]+:" + Pattern.quote(DeployFiles.version())));
    }

    @Test
    void everyArgumentIsAFlagOfTheCommand() throws IOException {
        for (JsonNode container : DeployFiles.containers()) {
            List<String> arguments = new ArrayList<>();
            container.path("args").forEach(each -> arguments.add(each.asText()));
            Set<String> known = CommandFlags.of(command(container, arguments));
            assertThat(arguments)
                    .as("%s", container.path("image"))
                    .isNotEmpty()
                    .allSatisfy(argument -> assertThat(known)
                            .contains(argument.replaceFirst("^--?", "").replaceFirst("=.*", "")));
        }
    }

    /// Includes flags behind conditions that the rendered manifests do not meet.
    @Test
    void everyFlagInTheTemplatesIsOneOfTheirCommands() throws IOException {
        Set<String> known = new TreeSet<>(CommandFlags.of("driver"));
        known.addAll(CommandFlags.of("mounter"));
        known.addAll(CommandFlags.of("control"));
        known.addAll(CommandFlags.of("snapshot-controller"));
        known.addAll(CommandFlags.of("sidecar"));
        known.addAll(CommandFlags.of("uninstall-check"));
        for (String name : List.of(
                "node.yaml",
                "mounter.yaml",
                "controller.yaml",
                "central.yaml",
                "signer.yaml",
                "_pods.tpl",
                "_pools.tpl",
                "uninstall-guard.yaml")) {
            Path file = DeployFiles.CHART.resolve("templates").resolve(name);
            assertThat(GIVEN.matcher(DeployFiles.text(file)).results().map(one -> one.group(1)))
                    .as(name)
                    .isNotEmpty()
                    .allSatisfy(flag -> assertThat(known).contains(flag));
        }
        assertThat(IN_TEMPLATE
                        .matcher(DeployFiles.text(DeployFiles.CHART.resolve("templates/controller.yaml")))
                        .results())
                .hasSize(2);
    }

    /// From the arguments when the image has all commands; otherwise the image determines the command.
    private static String command(JsonNode container, List<String> arguments) {
        String image = container.path("image").asText().replaceFirst(".*/", "").replaceFirst(":.*", "");
        return image.startsWith("stowage") ? arguments.removeFirst() : image;
    }
}
