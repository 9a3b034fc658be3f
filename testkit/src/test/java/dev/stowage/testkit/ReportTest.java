package dev.stowage.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.junit.platform.testkit.engine.Events;

/// The JUnit report about a driver that declares almost nothing.
final class ReportTest {

    @Test
    void undeclaredCallsAreCheckedAndTheirRulesSkippedWithAReason() {
        Events tests = EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(ModestDriverConformance.class))
                .execute()
                .testEvents();

        assertThat(titles(tests.failed())).isEmpty();
        assertThat(titles(tests.succeeded()))
                .contains(
                        "ListVolumes: not declared → UNIMPLEMENTED",
                        "CreateSnapshot: not declared → UNIMPLEMENTED",
                        "CreateVolume from a volume: not declared → INVALID_ARGUMENT",
                        "GetMetadataDelta: not declared → UNIMPLEMENTED",
                        "NodeStageVolume: not declared → UNIMPLEMENTED",
                        "CreateVolume, again: the same request returns the same volume",
                        "NodePublishVolume: twice → OK",
                        "CreateVolume: the driver still answers Probe");
        assertThat(titles(tests.aborted()))
                .contains("ListVolumes: a token that was never issued → ABORTED", "NodeStageVolume: twice → OK");
        assertThat(tests.aborted().list())
                .allSatisfy(event -> assertThat(event.getPayload(org.junit.platform.engine.TestExecutionResult.class)
                                .flatMap(result -> result.getThrowable())
                                .map(Throwable::getMessage))
                        .hasValueSatisfying(reason -> assertThat(reason).isNotBlank()));
    }

    @Test
    void everyRuleHasASentenceOfItsOwn() {
        assertThat(AllRules.perCall().stream()
                        .flatMap(group -> group.rules().stream().map(rule -> group.title() + ": " + rule.sentence())))
                .doesNotHaveDuplicates()
                .hasSizeGreaterThan(250);
    }

    private static List<String> titles(Events events) {
        return events.stream()
                .map(Event::getTestDescriptor)
                .map(test -> test.getDisplayName())
                .toList();
    }

    /// Its name does not match the build's pattern for tests: the test above runs it.
    static final class ModestDriverConformance extends CsiConformance {

        private @Nullable ReferenceDriver modest;

        @TempDir
        private Path root = Path.of("");

        @Override
        protected DriverUnderTest driver() throws Exception {
            modest = ReferenceDriver.modest(Files.createDirectories(root));
            return Objects.requireNonNull(modest).underTest();
        }

        @AfterEach
        void stop() {
            if (modest != null) {
                modest.close();
            }
        }
    }
}
