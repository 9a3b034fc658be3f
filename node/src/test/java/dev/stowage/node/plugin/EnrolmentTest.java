package dev.stowage.node.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.csi.CsiEndpoint;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EnrolmentTest {
    private static final String NAME = "one.example.com";

    @TempDir
    Path folder = Path.of("");

    @Test
    void aDriverThatWentWhileItWasAskedAgainDoesNotComeBack() throws Exception {
        try (PluginGround stage = new PluginGround(folder);
                TestPlugin plugin =
                        new TestPlugin(folder.resolve("elsewhere.sock"), folder.resolve("driver.sock"), NAME);
                var driver = new DriverConnection(
                        NAME, new CsiEndpoint(folder.resolve("driver.sock")), stage.shared.metrics(), () -> {})) {
            stage.start();
            var table = new PluginTable();
            var writer = new CsiNodeWriter(stage.shared.api(), stage.shared.node());
            var enrolment = new Enrolment(stage.shared, stage.node, table, writer, _ -> {}, _ -> {});
            var registered = new Registered(
                    folder.resolve("elsewhere.sock"),
                    new Mark(1, 1, Instant.EPOCH),
                    CsiVersion.parse("1.0.0").orElseThrow(),
                    driver);
            writer.initialize(stage.node.awaitUid());

            enrolment.refresh(registered);

            assertThat(plugin.asked).hasValue(1);
            assertThat(stage.csiNode().drivers()).isEmpty();
            table.add(registered);
            enrolment.refresh(registered);
            assertThat(stage.csiNode().driver(NAME)).isPresent();
        }
    }
}
