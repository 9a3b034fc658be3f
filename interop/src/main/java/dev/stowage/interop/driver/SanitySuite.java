package dev.stowage.interop.driver;

import dev.stowage.interop.process.Daemon;
import dev.stowage.interop.process.LogTail;
import dev.stowage.interop.reference.DebianPackage;
import dev.stowage.interop.reference.ReferenceProgram;
import dev.stowage.interop.suite.CheckResult;
import dev.stowage.interop.suite.GinkgoReport;
import dev.stowage.interop.suite.Suite;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// csi-sanity, the community's conformance suite, on every driver we have: with options that fit the driver, which
/// reach more of its specs, and with csi-sanity's defaults, as others run it. Each driver is a separate process.
public final class SanitySuite implements Suite {

    private final List<TestedDriver> drivers;

    public SanitySuite(List<TestedDriver> drivers) {
        this.drivers = List.copyOf(drivers);
    }

    @Override
    public String name() {
        return "sanity";
    }

    @Override
    public String summary() {
        return "Runs csi-sanity against our drivers.";
    }

    @Override
    public Duration budget() {
        return Duration.ofMinutes(20);
    }

    @Override
    public Set<ReferenceProgram> programs() {
        return Set.of(ReferenceProgram.CSI_SANITY);
    }

    @Override
    public Set<DebianPackage> packages() {
        return Set.of(
                DebianPackage.BINDFS,
                DebianPackage.GLUSTERFS_SERVER,
                DebianPackage.IPROUTE,
                DebianPackage.E2FSPROGS,
                DebianPackage.XFSPROGS,
                DebianPackage.BTRFS_PROGS);
    }

    @Override
    public List<CheckResult> run(SuiteWorkspace workspace) throws IOException, InterruptedException {
        List<String> only = workspace.options().only();
        List<CheckResult> results = new ArrayList<>();
        for (TestedDriver tested : drivers) {
            if (only.isEmpty() ? tested.quick() || !workspace.quick() : only.contains(tested.name())) {
                results.addAll(test(workspace, tested));
            }
        }
        return results.isEmpty()
                ? List.of(CheckResult.failed(
                        "has a driver",
                        "none is named " + only + "; there are "
                                + drivers.stream().map(TestedDriver::name).toList()))
                : results;
    }

    private List<CheckResult> test(SuiteWorkspace workspace, TestedDriver tested)
            throws IOException, InterruptedException {
        DriverProcess driver = DriverProcess.start(workspace, tested);
        Path home = driver.home();
        Path report = workspace.logs().resolve(tested.name() + "-report.xml");
        List<String> argv = new ArrayList<>(List.of(
                workspace.programs().path(ReferenceProgram.CSI_SANITY),
                "-csi.endpoint=" + driver.endpoint(),
                "-csi.mountdir=" + home.resolve("mount"),
                "-csi.stagingdir=" + home.resolve("staging"),
                "-ginkgo.junit-report=" + report,
                "-ginkgo.no-color",
                "-ginkgo.v"));
        argv.addAll(flags(tested.sanity(), home));
        try (Daemon sanity = Daemon.start("csi-sanity-" + tested.name(), workspace.logs(), argv)) {
            if (!sanity.awaitEnd(budget())) {
                throw new IOException("csi-sanity did not finish; it ends with:\n" + LogTail.of(sanity.log(), 15));
            }
        }
        driver.requireAlive();
        List<CheckResult> results = new ArrayList<>(GinkgoReport.read(report));
        List<String> left = driver.end();
        results.add(
                left.isEmpty()
                        ? CheckResult.passed("nothing is left mounted")
                        : CheckResult.failed("nothing is left mounted", left.toString()));
        workspace.report("%-20s %3d passed, %d failed, %d skipped by csi-sanity %s"
                .formatted(
                        tested.name(),
                        count(results, CheckResult.CheckStatus.PASSED),
                        count(results, CheckResult.CheckStatus.FAILED),
                        count(results, CheckResult.CheckStatus.SKIPPED),
                        ReferenceProgram.CSI_SANITY.version()));
        return results.stream().map(outcome -> outcome.of(tested.name())).toList();
    }

    private static long count(List<CheckResult> results, CheckResult.CheckStatus checkStatus) {
        return results.stream()
                .filter(outcome -> outcome.status() == checkStatus)
                .count();
    }

    private static List<String> flags(SanityOptions options, Path home) throws IOException {
        if (options.equals(SanityOptions.NONE)) {
            return List.of();
        }
        List<String> flags = new ArrayList<>(List.of(
                "-csi.testvolumesize=" + options.size(),
                "-csi.testvolumeexpandsize=" + options.expandedSize(),
                "-csi.testvolumeaccesstype=" + (options.block() ? "block" : "mount"),
                "-csi.testnodevolumeattachlimit=" + options.attachLimit()));
        if (!options.parameters().isEmpty()) {
            Path parameters = yaml(home.resolve("parameters.yaml"), options.parameters());
            flags.add("-csi.testvolumeparameters=" + parameters);
            flags.add("-csi.testsnapshotparameters=" + parameters);
        }
        if (!options.mutableParameters().isEmpty()) {
            flags.add("-csi.testvolumemutableparameters="
                    + yaml(home.resolve("mutable.yaml"), options.mutableParameters()));
        }
        return flags;
    }

    private static Path yaml(Path file, Map<String, String> entries) throws IOException {
        return Files.write(
                file,
                entries.entrySet().stream()
                        .map(entry -> entry.getKey() + ": " + entry.getValue())
                        .toList());
    }
}
