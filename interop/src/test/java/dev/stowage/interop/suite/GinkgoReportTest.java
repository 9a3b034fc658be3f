package dev.stowage.interop.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class GinkgoReportTest {

    @TempDir
    private Path directory;

    @Test
    void everySpecBecomesAnOutcomeWithItsReason() throws IOException {
        assertThat(GinkgoReport.read(report("""
                <testcase name="[BeforeSuite]" status="passed"/>
                <testcase name="[It] Node Service works" status="passed"/>
                <testcase name="[It] ListVolumes pages" status="skipped">
                  <skipped message="skipped - ListVolumes not supported"></skipped>
                </testcase>
                <testcase name="[It] later" status="pending"><skipped message="pending"/></testcase>
                <testcase name="[It] DeleteVolume" status="failed">
                  <failure message="expected OK" type="failed">stack</failure>
                </testcase>
                <testcase name="[It] CreateVolume" status="panicked">
                  <error message="nil" type="panicked">stack</error>
                </testcase>
                """)))
                .containsExactly(
                        CheckResult.passed("Node Service works"),
                        CheckResult.skipped("ListVolumes pages", "ListVolumes not supported"),
                        CheckResult.skipped("later", "pending in the suite itself"),
                        CheckResult.failed("DeleteVolume", "failed: expected OK"),
                        CheckResult.failed("CreateVolume", "panicked: nil"));
    }

    @Test
    void failureOfTheSetUpIsNotLost() throws IOException {
        Path report = report("""
                <testcase name="[BeforeSuite]" status="failed"><failure message="no socket"/></testcase>
                <testcase name="[It] never ran" status="skipped"/>
                """);
        assertThat(GinkgoReport.read(report)).contains(CheckResult.failed("[BeforeSuite]", "failed: no socket"));
    }

    @Test
    void reportWithoutSpecsIsNoSuccess() throws IOException {
        Path report = report("<testcase name=\"[BeforeSuite]\" status=\"passed\"/>");
        assertThatIOException().isThrownBy(() -> GinkgoReport.read(report)).withMessageContaining("has no spec");
    }

    @Test
    void brokenReportIsNamed() throws IOException {
        Path report = Files.writeString(directory.resolve("broken.xml"), "<testsuites>");
        assertThatIOException().isThrownBy(() -> GinkgoReport.read(report)).withMessageContaining("broken.xml");
    }

    private Path report(String cases) throws IOException {
        return Files.writeString(
                directory.resolve("report.xml"),
                "<testsuites><testsuite name=\"sanity\">" + cases + "</testsuite></testsuites>");
    }
}
