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
final class FlawsTest {

    @ParameterizedTest
    @EnumSource
    void aFlawIsNoticedByItsRule(Flaw flaw, @TempDir Path root) throws Exception {
        assumeTrue(!flaw.real() || Root.isRoot(), "only root can mount");
        List<String> failures = new ArrayList<>();
        try (ReferenceDriver driver = new ReferenceDriver(root, flaw.real(), flaw);
                Suite suite = new Suite(driver.underTest())) {
            run(suite.once(), failures);
        }
        if (flaw == Flaw.NONE) {
            assertThat(failures).isEmpty();
        } else {
            assertThat(failures).anyMatch(title -> title.contains(flaw.noticedBy()));
        }
    }

    private static void run(Stream<? extends DynamicNode> nodes, List<String> failures) {
        nodes.forEach(node -> {
            switch (node) {
                case DynamicContainer container -> run(container.getChildren(), failures);
                case DynamicTest test -> run(test, failures);
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
