package dev.stowage.interop.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.stowage.interop.suite.CheckResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JUnitReportTest {

    @TempDir
    private Path directory;

    @Test
    void everyTestBecomesAResultWithTheNameThatItShows() throws IOException {
        assertThat(JUnitReport.read(report("""
                <testcase name="grows()" classname="a.ThinTest">
                  <system-out><![CDATA[unique-id: [x]
                display-name: JUnit Jupiter > ThinTest > grows()]]></system-out>
                </testcase>
                <testcase name="dynamic[1]" classname="a.ConformanceTest">
                  <skipped><![CDATA[no snapshots]]></skipped>
                  <system-out><![CDATA[display-name: JUnit Jupiter > ConformanceTest > a snapshot outlives]]></system-out>
                </testcase>
                <testcase name="fails()" classname="a.ThickTest">
                  <failure message="expected 1" type="AssertionError">stack</failure>
                </testcase>
                <testcase name="throws()" classname="a.ThickTest">
                  <error message="no disk" type="IOException">stack</error>
                </testcase>
                """)))
                .containsExactly(
                        CheckResult.passed("ThinTest > grows()"),
                        CheckResult.skipped("ConformanceTest > a snapshot outlives", "no snapshots"),
                        CheckResult.failed("a.ThickTest.fails()", "expected 1"),
                        CheckResult.failed("a.ThickTest.throws()", "no disk"));
    }

    @Test
    void aReportWithoutATestIsAFailure() throws IOException {
        Path report = report("");

        assertThatIOException().isThrownBy(() -> JUnitReport.read(report)).withMessageContaining("has no test");
    }

    private Path report(String cases) throws IOException {
        return Files.writeString(directory.resolve("report.xml"), "<testsuite>" + cases + "</testsuite>");
    }
}
