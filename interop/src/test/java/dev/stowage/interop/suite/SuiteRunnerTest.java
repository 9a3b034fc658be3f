package dev.stowage.interop.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.interop.reference.DebianPackageInstaller;
import dev.stowage.interop.reference.ReferenceProgram;
import dev.stowage.interop.reference.ReferenceProgramBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SuiteRunnerTest {

    @TempDir
    private Path directory;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @Test
    void closingLineCountsWhatPassedFailedAndWasSkipped() throws Exception {
        int status = run(new Fake(workspace -> List.of(
                CheckResult.passed("a"),
                CheckResult.failed("b", "wrong answer"),
                CheckResult.skipped("c", "no root"))));
        assertThat(status).isEqualTo(1);
        assertThat(lines()).last().isEqualTo("2 passed, 1 failed, 1 skipped"); // leaving nothing behind counts too
        assertThat(text()).contains("FAILED b: wrong answer").contains("SKIPPED c: no root");
    }

    @Test
    void statusIsZeroWhenNothingFailed() throws Exception {
        assertThat(run(new Fake(workspace -> List.of(CheckResult.passed("a"))))).isZero();
    }

    @Test
    void suiteThatThrowsHasFailedAndShowsTheEndOfItsLog() throws Exception {
        int status = run(new Fake(workspace -> {
            Files.writeString(workspace.logs().resolve("server.log"), "first\nlast words\n");
            throw new IOException("the server stopped");
        }));
        assertThat(status).isEqualTo(1);
        assertThat(text()).contains("the server stopped").contains("server.log").contains("last words");
    }

    @Test
    void suiteThatOverrunsItsBudgetIsStopped() throws Exception {
        int status = run(new Fake(Duration.ofMillis(50), false, workspace -> {
            new CountDownLatch(1).await();
            return List.of();
        }));
        assertThat(status).isEqualTo(1);
        assertThat(text()).contains("did not finish within its budget");
    }

    @Test
    void everythingOwnedIsEndedNewestFirstAlsoWhenTheSuiteThrows() throws Exception {
        List<String> ended = new ArrayList<>();
        List<Path> worked = new ArrayList<>();
        run(new Fake(workspace -> {
            worked.add(workspace.directory("below"));
            workspace.own(() -> ended.add("etcd"));
            workspace.own(() -> {
                ended.add("server");
                throw new IllegalStateException("would not leave");
            });
            throw new IOException("broken");
        }));
        assertThat(ended).containsExactly("server", "etcd");
        assertThat(worked)
                .singleElement()
                .satisfies(path -> assertThat(path.getParent()).doesNotExist());
        assertThat(text()).contains("FAILED leaves nothing behind").contains("would not leave");
    }

    @Test
    void aSuiteWithANodeRunsBesideOneWithout() throws Exception {
        CountDownLatch both = new CountDownLatch(2);
        Body meeting = _ -> {
            both.countDown();
            return both.await(1, TimeUnit.MINUTES) ? List.of(CheckResult.passed("met")) : List.of();
        };
        assertThat(run(new Fake(false, meeting), new Fake(true, meeting))).isZero();
        assertThat(lines()).last().isEqualTo("4 passed, 0 failed, 0 skipped");
    }

    @Test
    void twoSuitesWithANodeNeverMeet() throws Exception {
        Exchanger<String> door = new Exchanger<>();
        Body alone = _ -> {
            try {
                return List.of(
                        CheckResult.failed("alone", "met " + door.exchange("another", 200, TimeUnit.MILLISECONDS)));
            } catch (TimeoutException nobodyCame) {
                return List.of(CheckResult.passed("alone"));
            }
        };
        assertThat(run(new Fake(true, alone), new Fake(true, alone))).isZero();
    }

    private int run(Suite... suites) throws Exception {
        PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
        ReferenceProgramBuilder programs = new ReferenceProgramBuilder(directory, directory, line -> {});
        return new SuiteRunner(out, directory, programs, new DebianPackageInstaller(false, line -> {}))
                .run(List.of(suites), SuiteOptions.NONE);
    }

    private String text() {
        return printed.toString(StandardCharsets.UTF_8);
    }

    private List<String> lines() {
        return text().lines().toList();
    }

    @FunctionalInterface
    private interface Body {
        List<CheckResult> run(SuiteWorkspace workspace) throws Exception;
    }

    private record Fake(Duration budget, boolean hasNode, Body body) implements Suite {

        Fake(Body body) {
            this(Duration.ofMinutes(1), false, body);
        }

        Fake(boolean hasNode, Body body) {
            this(Duration.ofMinutes(1), hasNode, body);
        }

        @Override
        public String name() {
            return "fake";
        }

        @Override
        public String summary() {
            return "Does what the test says.";
        }

        @Override
        public Set<ReferenceProgram> programs() {
            return Set.of();
        }

        @Override
        public List<CheckResult> run(SuiteWorkspace workspace) throws Exception {
            return body.run(workspace);
        }
    }
}
