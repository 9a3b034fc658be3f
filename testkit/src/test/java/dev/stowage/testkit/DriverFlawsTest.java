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

/// Every rule detects something: a driver with one flaw fails the rule about it.
final class DriverFlawsTest {

    @ParameterizedTest
    @EnumSource
    void aFlawIsNoticedByItsRule(DriverFlaw flaw, @TempDir Path root) throws Exception {
        assumeTrue(!flaw.real() || RootUser.isRoot(), "only root can mount");
        List<String> failures = new ArrayList<>();
        try (ReferenceDriver driver = new ReferenceDriver(root, flaw.real(), flaw);
                ConformanceSuite suite = new ConformanceSuite(driver.underTest())) {
            run(suite.once(), asked(flaw), failures);
        }
        if (flaw == DriverFlaw.NONE) {
            assertThat(failures).isEmpty();
        } else {
            assertThat(failures).anyMatch(title -> title.contains(flaw.noticedBy()));
        }
    }

    /// Only the rule itself is run, except for a rule that depends on all the others.
    private static String asked(DriverFlaw flaw) {
        return flaw == DriverFlaw.LEAKS ? "" : flaw.noticedBy();
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
            // The driver was not called.
        } catch (Throwable failure) {
            failures.add(test.getDisplayName());
        }
    }
}
