package dev.stowage.node.pluginmanager;

import static dev.stowage.node.pluginmanager.PluginFixture.verdict;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.csi.v1.NodeGetInfoResponse;
import dev.stowage.csi.v1.Topology;
import dev.stowage.kube.model.CsiNode;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Drivers that hang, return wrong responses, or are incompatible.
final class FaultyDriversTest {
    private static final String NAME = "one.example.com";

    @TempDir
    Path folder = Path.of("");

    private PluginFixture fixture;

    @BeforeEach
    void begin() throws Exception {
        fixture = new PluginFixture(folder);
    }

    @AfterEach
    void end() throws Exception {
        fixture.close();
    }

    @Test
    void socketsThatHangOrLieDoNotKeepOthersWaiting() throws Exception {
        Path mute = fixture.registry().resolve("mute.sock");
        try (ServerSocketChannel silent = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
                TestPlugin hanging = fixture.plugin("hanging.example.com");
                TestPlugin liar = fixture.plugin("liar.example.com")) {
            // It accepts connections and never responds.
            silent.bind(UnixDomainSocketAddress.of(mute));
            hanging.hangs = true;
            liar.info.set(liar.info.get().toBuilder().setType("DevicePlugin").build());
            Files.writeString(fixture.registry().resolve("not-a-socket"), "x");
            // Not before: a registered driver is not queried again.
            fixture.start();
            try (TestPlugin good = fixture.plugin(NAME)) {
                assertThat(verdict(good).getPluginRegistered()).isTrue();
            }
            await().until(() -> liar.verdicts.stream()
                    .anyMatch(verdict -> verdict.getError()
                            .equals("RegisterPlugin error -- no handler registered for plugin type: DevicePlugin"
                                    + " at socket " + fixture.registry().resolve("liar.example.com-reg.sock"))));
        }
    }

    @Test
    void hiddenSocketsAreNotLookedAt() throws Exception {
        try (TestPlugin hidden = new TestPlugin(
                        fixture.registry().resolve(".hidden.sock"), folder.resolve("h.sock"), "hidden.example.com");
                TestPlugin good = fixture.plugin(NAME)) {
            fixture.start();
            assertThat(verdict(good).getPluginRegistered()).isTrue();
            assertThat(hidden.asked).hasValue(0);
        }
    }

    @Test
    void aDriverThatSaysNothingOfTheNodeIsRefusedAndTakenOnceItDoes() throws Exception {
        try (TestPlugin plugin = fixture.plugin(NAME)) {
            plugin.place.set(NodeGetInfoResponse.getDefaultInstance());
            fixture.start();
            assertThat(verdict(plugin).getError()).contains("driverNodeID must not be empty");
            assertThat(fixture.plugins.find(NAME)).isEmpty();

            plugin.place.set(NodeGetInfoResponse.newBuilder().setNodeId("id-1").build());
            await().until(() -> fixture.plugins.find(NAME).isPresent());
            assertThat(fixture.csiNode().driver(NAME)).isPresent();
        }
    }

    @Test
    void aDriverWhosePlaceIsTakenIsToldSoAndLeavesNoTrace() throws Exception {
        fixture.start();
        try (TestPlugin plugin = fixture.plugin(NAME);
                TestPlugin other = fixture.plugin("two.example.com")) {
            verdict(plugin);
            verdict(other);
            other.place.set(NodeGetInfoResponse.newBuilder()
                    .setNodeId("id-9")
                    .setAccessibleTopology(Topology.newBuilder().putSegments("kubernetes.io/os", "plan9"))
                    .build());
            other.restartRegistrar();

            assertThat(verdict(other).getError())
                    .contains("detected topology value collision: driver reported \"kubernetes.io/os\":\"plan9\""
                            + " but existing label is \"kubernetes.io/os\":\"linux\"");
            assertThat(fixture.csiNode().drivers())
                    .extracting(CsiNode.Driver::name)
                    .containsExactly(NAME);
            assertThat(fixture.ids()).isEqualTo("{\"one.example.com\":\"id-1\"}");
        }
    }

    @Test
    void aDriverThatDoesNotHearThatItIsWelcomeIsNotRegistered() throws Exception {
        try (TestPlugin plugin = fixture.plugin(NAME)) {
            plugin.refusesVerdicts = true;
            fixture.start();
            verdict(plugin);
            await().until(() -> fixture.plugins.find(NAME).isEmpty()
                    && fixture.csiNode().drivers().isEmpty());
            plugin.refusesVerdicts = false;
            await().until(() -> fixture.plugins.find(NAME).isPresent());
        }
    }

    @Test
    void aSecondOfTheSameNameHasToSpeakAHigherVersion() throws Exception {
        fixture.start();
        try (TestPlugin first = fixture.plugin(NAME)) {
            verdict(first);
            NodeDriver before = fixture.plugins.find(NAME).orElseThrow();
            try (TestPlugin second =
                    new TestPlugin(fixture.registry().resolve("second.sock"), folder.resolve("second"), NAME)) {
                assertThat(verdict(second).getError())
                        .endsWith("Another driver with the same name is already registered with a higher supported"
                                + " version: \"1.0.0\"");
                second.info.set(second.info.get().toBuilder()
                        .addSupportedVersions("v1.1.0")
                        .build());
                await().until(() -> !fixture.plugins.find(NAME).orElseThrow().equals(before));

                // The replaced socket is deleted, without any effect on the driver.
                first.stopRegistrar();
                await().until(() -> Files.notExists(fixture.registry().resolve(NAME + "-reg.sock")));
                second.place.set(
                        NodeGetInfoResponse.newBuilder().setNodeId("id-3").build());
                second.restartRegistrar();
                await().until(() -> fixture.csiNode()
                        .driver(NAME)
                        .map(CsiNode.Driver::nodeId)
                        .equals(Optional.of("id-3")));
            }
        }
    }
}
