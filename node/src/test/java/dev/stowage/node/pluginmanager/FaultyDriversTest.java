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

/// Drivers that hang, lie, or do not fit.
final class FaultyDriversTest {
    private static final String NAME = "one.example.com";

    @TempDir
    Path folder = Path.of("");

    private PluginFixture stage;

    @BeforeEach
    void begin() throws Exception {
        stage = new PluginFixture(folder);
    }

    @AfterEach
    void end() throws Exception {
        stage.close();
    }

    @Test
    void socketsThatHangOrLieDoNotKeepOthersWaiting() throws Exception {
        Path mute = stage.registry().resolve("mute.sock");
        try (ServerSocketChannel silent = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
                TestPlugin hanging = stage.plugin("hanging.example.com");
                TestPlugin liar = stage.plugin("liar.example.com")) {
            // It takes connections and never says a word.
            silent.bind(UnixDomainSocketAddress.of(mute));
            hanging.hangs = true;
            liar.info.set(liar.info.get().toBuilder().setType("DevicePlugin").build());
            Files.writeString(stage.registry().resolve("not-a-socket"), "x");
            // Not before: who was registered once is not asked again.
            stage.start();
            try (TestPlugin good = stage.plugin(NAME)) {
                assertThat(verdict(good).getPluginRegistered()).isTrue();
            }
            await().until(() -> liar.verdicts.stream()
                    .anyMatch(verdict -> verdict.getError()
                            .equals("RegisterPlugin error -- no handler registered for plugin type: DevicePlugin"
                                    + " at socket " + stage.registry().resolve("liar.example.com-reg.sock"))));
        }
    }

    @Test
    void hiddenSocketsAreNotLookedAt() throws Exception {
        try (TestPlugin hidden = new TestPlugin(
                        stage.registry().resolve(".hidden.sock"), folder.resolve("h.sock"), "hidden.example.com");
                TestPlugin good = stage.plugin(NAME)) {
            stage.start();
            assertThat(verdict(good).getPluginRegistered()).isTrue();
            assertThat(hidden.asked).hasValue(0);
        }
    }

    @Test
    void aDriverThatSaysNothingOfTheNodeIsRefusedAndTakenOnceItDoes() throws Exception {
        try (TestPlugin plugin = stage.plugin(NAME)) {
            plugin.place.set(NodeGetInfoResponse.getDefaultInstance());
            stage.start();
            assertThat(verdict(plugin).getError()).contains("driverNodeID must not be empty");
            assertThat(stage.plugins.find(NAME)).isEmpty();

            plugin.place.set(NodeGetInfoResponse.newBuilder().setNodeId("id-1").build());
            await().until(() -> stage.plugins.find(NAME).isPresent());
            assertThat(stage.csiNode().driver(NAME)).isPresent();
        }
    }

    @Test
    void aDriverWhosePlaceIsTakenIsToldSoAndLeavesNoTrace() throws Exception {
        stage.start();
        try (TestPlugin plugin = stage.plugin(NAME);
                TestPlugin other = stage.plugin("two.example.com")) {
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
            assertThat(stage.csiNode().drivers())
                    .extracting(CsiNode.Driver::name)
                    .containsExactly(NAME);
            assertThat(stage.ids()).isEqualTo("{\"one.example.com\":\"id-1\"}");
        }
    }

    @Test
    void aDriverThatDoesNotHearThatItIsWelcomeIsNotRegistered() throws Exception {
        try (TestPlugin plugin = stage.plugin(NAME)) {
            plugin.refusesVerdicts = true;
            stage.start();
            verdict(plugin);
            await().until(() -> stage.plugins.find(NAME).isEmpty()
                    && stage.csiNode().drivers().isEmpty());
            plugin.refusesVerdicts = false;
            await().until(() -> stage.plugins.find(NAME).isPresent());
        }
    }

    @Test
    void aSecondOfTheSameNameHasToSpeakAHigherVersion() throws Exception {
        stage.start();
        try (TestPlugin first = stage.plugin(NAME)) {
            verdict(first);
            NodeDriver before = stage.plugins.find(NAME).orElseThrow();
            try (TestPlugin second =
                    new TestPlugin(stage.registry().resolve("second.sock"), folder.resolve("second"), NAME)) {
                assertThat(verdict(second).getError())
                        .endsWith("Another driver with the same name is already registered with a higher supported"
                                + " version: \"1.0.0\"");
                second.info.set(second.info.get().toBuilder()
                        .addSupportedVersions("v1.1.0")
                        .build());
                await().until(() -> !stage.plugins.find(NAME).orElseThrow().equals(before));

                // The one that was replaced goes, and takes nothing with it.
                first.stopRegistrar();
                await().until(() -> Files.notExists(stage.registry().resolve(NAME + "-reg.sock")));
                second.place.set(
                        NodeGetInfoResponse.newBuilder().setNodeId("id-3").build());
                second.restartRegistrar();
                await().until(() ->
                        stage.csiNode().driver(NAME).map(CsiNode.Driver::nodeId).equals(Optional.of("id-3")));
            }
        }
    }
}
