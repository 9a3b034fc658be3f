package dev.stowage.interop.sanity;

import dev.stowage.interop.judge.Judge;
import dev.stowage.interop.program.Await;
import dev.stowage.interop.program.Daemon;
import dev.stowage.interop.program.LogTail;
import dev.stowage.interop.program.Mounts;
import dev.stowage.interop.program.StowageProgram;
import dev.stowage.interop.suite.Bench;
import dev.stowage.interop.suite.Outcome;
import dev.stowage.interop.suite.Suite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// csi-sanity, the community's conformance suite, on every driver we have. Each runs as a process of its own.
public final class SanitySuite implements Suite {

    private static final Duration SOON = Duration.ofSeconds(30);

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
        for (SanityTarget target : SanityTarget.ALL) {
            outcomes.addAll(judge(bench, target));
        }
        return outcomes;
    }

    private List<Outcome> judge(Bench bench, SanityTarget target) throws IOException, InterruptedException {
        Path home = bench.directory(target.name());
        // Closed after the driver: what a failed run left mounted would keep the bench from removing its directory.
        bench.own(() -> Mounts.removeBeneath(home));
        Path socket = home.resolve("csi.sock");
        String endpoint = "unix://" + socket;
        Daemon driver = bench.own(Daemon.start(
                target.name(),
                bench.logs(),
                StowageProgram.argv(target.arguments().of(endpoint, bench.directory(target.name() + "/data")))));
        Await.until("the socket of " + target.name(), SOON, List.of(driver), () -> Files.exists(socket));
        Path report = bench.logs().resolve(target.name() + "-report.xml");
        List<String> argv = new ArrayList<>(List.of(
                bench.judges().path(Judge.CSI_SANITY),
                "-csi.endpoint=" + endpoint,
                "-csi.mountdir=" + home.resolve("mount"),
                "-csi.stagingdir=" + home.resolve("staging"),
                "-csi.testvolumesize=" + (1 << 20),
                "-ginkgo.junit-report=" + report,
                "-ginkgo.no-color",
                "-ginkgo.v"));
        argv.addAll(target.flags());
        try (Daemon sanity = Daemon.start("csi-sanity-" + target.name(), bench.logs(), argv)) {
            if (!sanity.awaitEnd(budget())) {
                throw new IOException("csi-sanity did not finish; it ends with:\n" + LogTail.of(sanity.log(), 15));
            }
        }
        driver.requireAlive();
        bench.say(target.name() + " was judged by csi-sanity " + Judge.CSI_SANITY.version());
        return SanityReport.read(report).stream()
                .map(outcome -> outcome.of(target.name()))
                .toList();
    }
}
