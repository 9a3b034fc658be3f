package dev.stowage.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.opentest4j.TestAbortedException;

/// No rule is empty: a driver with one thing wrong is told so by the rule about that thing.
final class DriverFlawsTest {

    @ParameterizedTest
    @EnumSource
    void aFlawIsNoticedByItsRule(DriverFlaw driverFlaw, @TempDir Path root) throws Exception {
        assumeTrue(!driverFlaw.real() || RootUser.isRoot(), "only root can mount");
        List<String> failures = new ArrayList<>();
        try (ReferenceDriver driver = new ReferenceDriver(root, driverFlaw.real(), driverFlaw);
                ConformanceSuite conformanceSuite = new ConformanceSuite(driver.underTest())) {
            run(conformanceSuite.once(), asked(driverFlaw), failures);
        }
        if (driverFlaw == DriverFlaw.NONE) {
            assertThat(failures).isEmpty();
        } else {
            assertThat(failures).anyMatch(title -> title.contains(driverFlaw.noticedBy()));
        }
    }

    /// The rule in question suffices, except where it looks back on all the others.
    private static String asked(DriverFlaw driverFlaw) {
        return driverFlaw == DriverFlaw.LEAKS ? "" : driverFlaw.noticedBy();
    }

    private static void run(Stream<? extends DynamicNode> nodes, String asked, List<String> failures) {
        nodes.forEach(node -> {
            switch (node) {
                case DynamicContainer container -> run(container.getChildren(), asked, failures);
                case DynamicTest test when test.getDisplayName().contains(asked) -> run(test, failures);
                case DynamicTest _ -> {}
                default -> throw new IllegalArgumentException("neither test nor container: " + node);
            }
        });
    }

    private static void run(DynamicTest test, List<String> failures) {
        try {
            test.getExecutable().execute();
        } catch (TestAbortedException skipped) {
            // Nothing was asked of the driver.
        } catch (Throwable failure) {
            failures.add(test.getDisplayName());
        }
    }
}
