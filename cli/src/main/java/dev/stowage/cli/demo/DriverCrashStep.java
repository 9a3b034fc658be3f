package dev.stowage.cli.demo;

import dev.stowage.driver.LocalProgram;
import dev.stowage.kube.model.Kinds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// A driver is killed while a pod writes through it and others wait for it.
record DriverCrashStep(DemoCluster cluster) {
    /// The node whose driver is its own process.
    private static final String NODE = "node-1";

    private static final int CROWD = 4;
    private static final Duration DYING = Duration.ofSeconds(10);

    DemoStep demoStep() {
        return new DemoStep("kill", "A driver is killed under load and nothing is lost", this::kill);
    }

    private String kill() throws ExpectationFailure, IOException, InterruptedException {
        DemoPods demoPods = cluster.demoPods();
        claim("load");
        String load = demoPods.begin(DemoManifests.onNode(DemoManifests.pod("load", "load", PodScripts.count()), NODE));
        demoPods.awaitRunning(load);
        List<String> crowd = new ArrayList<>();
        for (int number = 1; number <= CROWD; number++) {
            String name = "crowd-" + number;
            claim(name);
            crowd.add(demoPods.begin(DemoManifests.onNode(DemoManifests.pod(name, name, PodScripts.write()), NODE)));
        }
        ProcessHandle before = driver();
        end(before);
        List<String> sums = new ArrayList<>();
        for (String pod : crowd) {
            sums.add(demoPods.finish(pod));
        }
        demoPods.remove(load);
        String lines =
                demoPods.run(DemoManifests.onNode(DemoManifests.pod("recount", "load", PodScripts.recount()), NODE));
        // Only now: without the driver no pod gets a volume, but the others may have had theirs before it died.
        ProcessHandle after = driver();
        if (after.pid() == before.pid()) {
            throw new ExpectationFailure("a new driver process instead of " + before.pid(), "the same process");
        }
        for (int number = 1; number <= CROWD; number++) {
            String name = "crowd-" + number;
            String seen = demoPods.run(
                    DemoManifests.onNode(DemoManifests.pod(name + "-again", name, PodScripts.read()), NODE));
            ExpectationFailure.unlessEqual("sha256 of " + name, sums.get(number - 1), seen);
        }
        return "process " + before.pid() + " killed, " + after.pid() + " took over; " + lines + " lines without a gap, "
                + CROWD + " claims created meanwhile are bound";
    }

    private void claim(String name) throws ExpectationFailure, IOException, InterruptedException {
        cluster.demoObjects()
                .api()
                .create(
                        Kinds.CLAIMS,
                        DemoObjects.NAMESPACE,
                        DemoManifests.claim(name, DemoManifests.USUAL_CLASS, "64Mi"));
    }

    private static ProcessHandle driver() throws ExpectationFailure {
        return ProcessHandle.current()
                .children()
                .filter(DriverCrashStep::isDriver)
                .findFirst()
                .orElseThrow(() -> new ExpectationFailure("a driver process of " + NODE, "none"));
    }

    /// By its endpoint. [ProcessHandle#info()] knows no arguments when there are many.
    private static boolean isDriver(ProcessHandle process) {
        try {
            byte[] line = Files.readAllBytes(Path.of("/proc", Long.toString(process.pid()), "cmdline"));
            return new String(line, StandardCharsets.UTF_8)
                    .contains("/" + NODE + "/plugins/" + LocalProgram.LOCAL + "/");
        } catch (IOException _) {
            return false; // it ended during the check
        }
    }

    private static void end(ProcessHandle process) throws ExpectationFailure, InterruptedException {
        process.destroyForcibly();
        try {
            var _ = process.onExit().get(DYING.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException _) {
            throw new ExpectationFailure("process " + process.pid() + " exits after SIGKILL", "it is still running");
        }
    }
}
