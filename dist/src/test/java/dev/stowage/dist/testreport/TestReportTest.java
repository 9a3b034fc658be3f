package dev.stowage.dist.testreport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.dist.testreport.TestCase.Failed;
import dev.stowage.dist.testreport.TestCase.Passed;
import dev.stowage.dist.testreport.TestCase.Skipped;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TestReportTest {

    @Test
    void theLastLineCountsAndTheFailureAndTheReasonOfASkipAreShown() {
        TestReport report = new TestReport(
                List.of(
                        new TestCase("csi", "A.works", 0.5, new Passed()),
                        new TestCase("csi", "A.breaks", 0.5, new Failed("AssertionError: 3 is not 4")),
                        new TestCase("linux", "B.mounts", 0, new Skipped("needs root"))),
                List.of(),
                0);
        assertThat(report.text()).isEqualTo("""
                FAILED csi A.breaks
                    AssertionError: 3 is not 4
                module                    passed  failed skipped  seconds
                csi                            1       1       0      1.0
                linux                          0       0       1      0.0
                skipped 1 in linux: needs root
                1 passed, 1 failed, 1 skipped
                """);
        assertThat(report.isGreen()).isFalse();
    }

    @Test
    void aBuildThatBrokeIsAFailureEvenWhenEveryTestPassed() {
        List<TestCase> passed = List.of(new TestCase("csi", "A.works", 0.5, new Passed()));
        assertThat(new TestReport(passed, List.of("Stowage sdk"), 1).text())
                .endsWith("1 passed, 1 failed, 0 skipped\n");
        assertThat(new TestReport(passed, List.of(), 1).text()).endsWith("1 passed, 1 failed, 0 skipped\n");
        assertThat(new TestReport(passed, List.of(), 0).isGreen()).isTrue();
    }

    @Test
    void nothingRunIsNotGreen() {
        assertThat(new TestReport(List.of(), List.of(), 0).isGreen()).isFalse();
    }

    @Test
    void whatATestLoggedNeverKeepsItsReportFromBeingRead(@TempDir Path home) throws Exception {
        Path folder = Files.createDirectories(home.resolve("csi/target/surefire-reports"));
        Files.writeString(folder.resolve("TEST-a.ATest.xml"), """
                <testsuite><testcase name="one" classname="a.ATest" time="0"><system-out><![CDATA[\uFFFF\u0000]]></system-out>
                </testcase></testsuite>
                """);
        assertThat(SurefireReports.beneath(home)).containsExactly(new TestCase("csi", "a.ATest.one", 0, new Passed()));
    }

    @Test
    void surefiresFilesAreReadWithTheirModule(@TempDir Path home) throws Exception {
        Path folder = Files.createDirectories(home.resolve("examples/hello/target/surefire-reports"));
        Files.writeString(folder.resolve("TEST-a.ATest.xml"), """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuite name="a.ATest" tests="3">
                  <properties><property name="x" value="y"/></properties>
                  <testcase name="one" classname="a.ATest" time="1,001.5"><system-out><![CDATA[<failure>]]></system-out></testcase>
                  <testcase name="two" classname="a.ATest" time="0.1">
                    <failure message="3 &lt; 4&#10;more" type="java.lang.AssertionError"><![CDATA[stack]]></failure>
                  </testcase>
                  <testcase name="three" classname="a.ATest" time="0">
                    <skipped message="Assumption failed: needs root" type="x"/>
                  </testcase>
                  <testcase name="four" classname="a.ATest" time="0">
                    <skipped type="x"><![CDATA[org.opentest4j.TestAbortedException: Assumption failed: needs btrfs
                at a.ATest.four(ATest.java:1)]]></skipped>
                  </testcase>
                  <testcase name="five" classname="a.ATest" time="0"><skipped/></testcase>
                </testsuite>
                """);
        Files.writeString(folder.resolve("a.ATest.txt"), "not XML");
        assertThat(SurefireReports.beneath(home))
                .containsExactly(
                        new TestCase("examples/hello", "a.ATest.one", 1001.5, new Passed()),
                        new TestCase(
                                "examples/hello",
                                "a.ATest.two",
                                0.1,
                                new Failed("java.lang.AssertionError: 3 < 4\nmore")),
                        new TestCase("examples/hello", "a.ATest.three", 0, new Skipped("needs root")),
                        new TestCase("examples/hello", "a.ATest.four", 0, new Skipped("needs btrfs")),
                        new TestCase("examples/hello", "a.ATest.five", 0, new Skipped("no reason given")));
    }

    @Test
    void modulesThatMavenGaveUpOnAreReadOffItsLog(@TempDir Path folder) throws Exception {
        Path log = Files.writeString(folder.resolve("log"), """
                [INFO] Stowage flags: command lines ....................... SUCCESS [ 11.910 s]
                [INFO] Stowage csi: the wire .............................. FAILURE [ 13.687 s]
                [INFO] Stowage CLI ........................................ SKIPPED
                [INFO] BUILD FAILURE
                """);
        assertThat(MavenLog.brokenModules(log)).containsExactly("Stowage csi: the wire");
    }
}
