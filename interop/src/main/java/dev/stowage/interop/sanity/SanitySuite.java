package dev.stowage.interop.sanity;

import dev.stowage.interop.driver.DriverProcess;
import dev.stowage.interop.driver.TestedDriver;
import dev.stowage.interop.judge.Judge;
import dev.stowage.interop.program.Daemon;
import dev.stowage.interop.program.LogTail;
import dev.stowage.interop.suite.Bench;
import dev.stowage.interop.suite.Outcome;
import dev.stowage.interop.suite.Suite;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// csi-sanity, the community's conformance suite, on every driver we have. Each runs as a process of its own.
public final class SanitySuite implements Suite {

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
        return Duration.ofMinutes(5);
    }

    @Override
    public Set<Judge> judges() {
        return Set.of(Judge.CSI_SANITY);
    }

    @Override
    public List<Outcome> run(Bench bench) throws IOException, InterruptedException {
        List<Outcome> outcomes = new ArrayList<>();
        for (TestedDriver tested : TestedDriver.ALL) {
            outcomes.addAll(judge(bench, tested));
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
                "-csi.testvolumesize=" + (1 << 20),
                "-ginkgo.junit-report=" + report,
                "-ginkgo.no-color",
                "-ginkgo.v"));
        argv.addAll(tested.sanityFlags());
        try (Daemon sanity = Daemon.start("csi-sanity-" + tested.name(), bench.logs(), argv)) {
            if (!sanity.awaitEnd(budget())) {
                throw new IOException("csi-sanity did not finish; it ends with:\n" + LogTail.of(sanity.log(), 15));
            }
        }
        driver.requireAlive();
        bench.say(tested.name() + " was judged by csi-sanity " + Judge.CSI_SANITY.version());
        return SanityReport.read(report).stream()
                .map(outcome -> outcome.of(tested.name()))
                .toList();
    }
}
