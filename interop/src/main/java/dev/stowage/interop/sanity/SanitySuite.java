package dev.stowage.interop.sanity;

import dev.stowage.interop.driver.DriverProcess;
import dev.stowage.interop.driver.SanityOptions;
import dev.stowage.interop.driver.TestedDriver;
import dev.stowage.interop.judge.DebianPackage;
import dev.stowage.interop.judge.Judge;
import dev.stowage.interop.program.Daemon;
import dev.stowage.interop.program.LogTail;
import dev.stowage.interop.suite.Bench;
import dev.stowage.interop.suite.GinkgoReport;
import dev.stowage.interop.suite.Outcome;
import dev.stowage.interop.suite.Suite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// csi-sanity, the community's conformance suite, on every driver we have. Each runs as a process of its own.
public final class SanitySuite implements Suite {

    /// It compares messages with all that the Go runtime keeps in them, also the size that it noted when it sent one of
    /// them; so it fails for every driver that says where its snapshots are.
    private static final String FAULTY = "should succeed when creating a snapshot with accessibility requirements";

    @Override
    public String name() {
        return "sanity";
    }

    @Override
    public String summary() {
        return "csi-sanity judges our drivers.";
    }

    @Override
    public Duration budget() {
        return Duration.ofMinutes(20);
    }

    @Override
    public Set<Judge> judges() {
        return Set.of(Judge.CSI_SANITY);
    }

    @Override
    public Set<DebianPackage> packages() {
        return Set.of(DebianPackage.BINDFS, DebianPackage.E2FSPROGS, DebianPackage.XFSPROGS, DebianPackage.BTRFS_PROGS);
    }

    @Override
    public List<Outcome> run(Bench bench) throws IOException, InterruptedException {
        List<Outcome> outcomes = new ArrayList<>();
        for (TestedDriver tested : TestedDriver.ALL) {
            if (tested.quick() || !bench.quick()) {
                outcomes.addAll(judge(bench, tested));
            }
        }
        return outcomes;
    }

    private List<Outcome> judge(Bench bench, TestedDriver tested) throws IOException, InterruptedException {
        DriverProcess driver = DriverProcess.start(bench, tested);
        Path home = driver.home();
        Path report = bench.logs().resolve(tested.name() + "-report.xml");
        List<String> argv = new ArrayList<>(List.of(
                bench.judges().path(Judge.CSI_SANITY),
                "-csi.endpoint=" + driver.endpoint(),
                "-csi.mountdir=" + home.resolve("mount"),
                "-csi.stagingdir=" + home.resolve("staging"),
                "-ginkgo.junit-report=" + report,
                "-ginkgo.skip=" + FAULTY,
                "-ginkgo.no-color",
                "-ginkgo.v"));
        argv.addAll(flags(tested.sanity(), home));
        try (Daemon sanity = Daemon.start("csi-sanity-" + tested.name(), bench.logs(), argv)) {
            if (!sanity.awaitEnd(budget())) {
                throw new IOException("csi-sanity did not finish; it ends with:\n" + LogTail.of(sanity.log(), 15));
            }
        }
        driver.requireAlive();
        List<Outcome> outcomes = new ArrayList<>(
                GinkgoReport.read(report).stream().map(SanitySuite::excused).toList());
        List<String> left = driver.end();
        outcomes.add(
                left.isEmpty()
                        ? Outcome.passed("nothing stays mounted")
                        : Outcome.failed("nothing stays mounted", left.toString()));
        bench.say("%-20s %3d passed, %d failed, %d skipped by csi-sanity %s"
                .formatted(
                        tested.name(),
                        count(outcomes, Outcome.Verdict.PASSED),
                        count(outcomes, Outcome.Verdict.FAILED),
                        count(outcomes, Outcome.Verdict.SKIPPED),
                        Judge.CSI_SANITY.version()));
        return outcomes.stream().map(outcome -> outcome.of(tested.name())).toList();
    }

    private static Outcome excused(Outcome outcome) {
        return outcome.name().endsWith(FAULTY)
                ? Outcome.skipped(outcome.name(), "csi-sanity compares what Go caches in a message")
                : outcome;
    }

    private static long count(List<Outcome> outcomes, Outcome.Verdict verdict) {
        return outcomes.stream().filter(outcome -> outcome.verdict() == verdict).count();
    }

    private static List<String> flags(SanityOptions options, Path home) throws IOException {
        List<String> flags = new ArrayList<>(List.of(
                "-csi.testvolumesize=" + options.size(),
                "-csi.testvolumeexpandsize=" + options.expandedSize(),
                "-csi.testvolumeaccesstype=" + (options.block() ? "block" : "mount"),
                "-csi.testnodevolumeattachlimit=" + options.attachLimit()));
        if (!options.parameters().isEmpty()) {
            flags.add("-csi.testvolumeparameters=" + yaml(home.resolve("parameters.yaml"), options.parameters()));
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
