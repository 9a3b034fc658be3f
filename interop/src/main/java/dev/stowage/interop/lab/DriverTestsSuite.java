package dev.stowage.interop.lab;

import dev.stowage.interop.process.Daemon;
import dev.stowage.interop.process.LogTail;
import dev.stowage.interop.reference.DebianPackage;
import dev.stowage.interop.reference.ReferenceProgram;
import dev.stowage.interop.suite.CheckResult;
import dev.stowage.interop.suite.CheckResult.CheckStatus;
import dev.stowage.interop.suite.Suite;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The tests of the driver that are tagged `lab`, on the kernel of the guest.
final class DriverTestsSuite implements Suite {

    private static final List<String> MODULES = List.of("driver", "driver/trials");

    /// The conformance kit skips what a driver does not declare. Any other skip shows that the guest lacks what it is
    /// there for.
    private static final String KIT = "ConformanceTest";

    private final String name;
    private final String summary;
    private final String tags;

    /// @param tags an expression of JUnit that selects tests by their tags
    DriverTestsSuite(String name, String summary, String tags) {
        this.name = name;
        this.summary = summary;
        this.tags = tags;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String summary() {
        return summary;
    }

    @Override
    public Duration budget() {
        return LabSuite.WHOLE;
    }

    @Override
    public Set<ReferenceProgram> programs() {
        return Set.of();
    }

    @Override
    public Set<DebianPackage> packages() {
        return LabSuite.STORAGE;
    }

    @Override
    public List<CheckResult> run(SuiteWorkspace workspace) throws IOException, InterruptedException {
        List<CheckResult> results = new ArrayList<>();
        for (String module : MODULES) {
            results.addAll(run(workspace, module));
        }
        return results.stream().map(DriverTestsSuite::strict).toList();
    }

    private List<CheckResult> run(SuiteWorkspace workspace, String module) throws IOException, InterruptedException {
        LabClassPath classPath = new LabClassPath(Path.of(System.getProperty("stowage.home", ""), module));
        String log = module.replace('/', '-');
        Path reports = workspace.logs().resolve(log);
        List<String> argv = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Xmx512m",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                classPath.read(),
                "org.junit.platform.console.ConsoleLauncher",
                "execute",
                "--scan-classpath=" + classPath.tests(),
                "--include-classname=.*",
                "--include-tag=" + tags,
                "--config=junit.jupiter.extensions.autodetection.enabled=true",
                "--config=junit.jupiter.execution.timeout.testable.method.default=15 m",
                "--details=tree",
                "--disable-ansi-colors",
                "--disable-banner",
                "--reports-dir=" + reports);
        try (Daemon tests = Daemon.start(log, workspace.logs(), argv)) {
            if (!tests.awaitEnd(budget())) {
                throw new IOException("the tests did not end; the log ends with:\n" + LogTail.of(tests.log(), 15));
            }
            Path report = reports.resolve("TEST-junit-jupiter.xml");
            if (!report.toFile().exists()) {
                throw new IOException("the tests did not run; the log ends with:\n" + LogTail.of(tests.log(), 15));
            }
            List<CheckResult> results = JUnitReport.read(report);
            if (tests.exit() != 0 && results.stream().noneMatch(one -> one.status() == CheckStatus.FAILED)) {
                throw new IOException("JUnit ended with status %d; the log ends with:%n%s"
                        .formatted(tests.exit(), LogTail.of(tests.log(), 15)));
            }
            return results;
        }
    }

    private static CheckResult strict(CheckResult result) {
        boolean isMissing =
                result.status() == CheckStatus.SKIPPED && !result.name().contains(KIT);
        return isMissing ? CheckResult.failed(result.name(), result.reason()) : result;
    }
}
