package dev.stowage.node.pluginmanager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.csi.CsiEndpoint;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DriverRegistrationTest {
    private static final String NAME = "one.example.com";

    @TempDir
    Path folder = Path.of("");

    @Test
    void aDriverThatWentWhileItWasAskedAgainDoesNotComeBack() throws Exception {
        try (PluginFixture fixture = new PluginFixture(folder);
                TestPlugin plugin =
                        new TestPlugin(folder.resolve("elsewhere.sock"), folder.resolve("driver.sock"), NAME);
                var driver = new DriverConnection(
                        NAME,
                        new CsiEndpoint(folder.resolve("driver.sock")),
                        fixture.nodeContext.metrics(),
                        () -> {})) {
            fixture.start();
            var table = new PluginTable();
            var writer = new CsiNodeWriter(fixture.nodeContext.api(), fixture.nodeContext.node());
            var driverRegistration =
                    new DriverRegistration(fixture.nodeContext, fixture.node, table, writer, _ -> {}, _ -> {});
            var registeredDriver = new RegisteredDriver(
                    folder.resolve("elsewhere.sock"),
                    new SocketIdentity(1, 1, Instant.EPOCH),
                    CsiVersion.parse("1.0.0").orElseThrow(),
                    driver);
            writer.initialize(fixture.node.awaitUid());

            driverRegistration.refresh(registeredDriver);

            assertThat(plugin.asked).hasValue(1);
            assertThat(fixture.csiNode().drivers()).isEmpty();
            table.add(registeredDriver);
            driverRegistration.refresh(registeredDriver);
            assertThat(fixture.csiNode().driver(NAME)).isPresent();
        }
    }
}
