package dev.stowage.bench.control;

import dev.stowage.bench.harness.BenchmarkContext;
import dev.stowage.bench.harness.BulkOperations;
import dev.stowage.bench.harness.LatencySamples;
import dev.stowage.bench.harness.ResultRow;
import dev.stowage.bench.harness.ResultRow.Figure;
import dev.stowage.kube.model.Kinds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// One subject from the first claim to the last.
final class ControlMeasurement {
    private static final int REST_SECONDS = 5;

    /// By then a process has returned the memory that only its start needed.
    private static final int IDLE_SECONDS = 30;

    private static final int LOOKS = 120;

    private final ControlSubject controlSubject;
    private final ControlFixture fixture;
    private final ControlSizes controlSizes;
    private final double ceiling;
    private final BenchmarkContext context;
    private final BulkOperations bulkOperations;
    private final List<ResultRow> rows = new ArrayList<>();
    private int prepared;
    private int made;
    private int dynamic;

    /// @param ceiling the maximum writes per second of the API server without other load
    ControlMeasurement(
            ControlSubject controlSubject,
            ControlFixture fixture,
            ControlSizes controlSizes,
            double ceiling,
            BenchmarkContext context) {
        this.controlSubject = controlSubject;
        this.fixture = fixture;
        this.controlSizes = controlSizes;
        this.ceiling = ceiling;
        this.context = context;
        this.bulkOperations = new BulkOperations(fixture.api(), fixture::requireAlive);
    }

    List<ResultRow> run() throws Exception {
        add("API server alone: writes, 32 connections", List.of(new Figure("per second", ceiling)));
        bindMade(1); // before that the controllers may not be running yet
        bindDynamic(1);
        rest(IDLE_SECONDS);
        add("idle", fixture.processMemory().figures());
        double before = 0;
        for (int count : List.of(controlSizes.few(), controlSizes.many())) {
            prepare(count);
            double rate = rated("claims bound, existing volumes, " + count, count, () -> bindMade(count));
            before = before == 0 ? rate : before;
        }
        pace();
        for (int count : List.of(controlSizes.few(), controlSizes.many())) {
            rated("claims bound, provisioned, " + count, count, () -> bindDynamic(count));
        }
        attach();
        rest();
        add(
                "with " + fixture.volumes().all().size() + " volumes",
                fixture.processMemory().figures());
        fill();
        prepare(controlSizes.few());
        double after = rated(
                "claims bound, %d volumes present, %d"
                        .formatted(fixture.volumes().all().size(), controlSizes.few()),
                controlSizes.few(),
                () -> bindMade(controlSizes.few()));
        add("slowed by that, %", List.of(new Figure("%", 100 * (1 - after / before))));
        rest();
        add(
                "with " + fixture.volumes().all().size() + " volumes",
                fixture.processMemory().figures());
        return rows;
    }

    @FunctionalInterface
    private interface Phase {
        double run() throws Exception;
    }

    /// Adds the number of writes, and the rate that the API server could sustain with that many per object.
    private double rated(String what, int count, Phase phase) throws Exception {
        context.report(controlSubject.name() + ": " + what);
        ApiWriteCounts begin = ApiWriteCounts.now(fixture.plane().kubectl());
        double rate = phase.run();
        ApiWriteCounts apiWriteCounts = settled().since(begin);
        double each = apiWriteCounts.all() / count;
        context.report("  for each: " + apiWriteCounts.each(count));
        add(
                what,
                List.of(
                        new Figure("per second", rate),
                        new Figure("writes per claim", each),
                        new Figure("events of them", apiWriteCounts.events() / count),
                        new Figure("conflicts", apiWriteCounts.conflicts()),
                        new Figure("ceiling", ceiling / each),
                        new Figure("% of the ceiling", 100 * rate * each / ceiling)));
        return rate;
    }

    /// Waits for late events: they must not be counted in the next measurement.
    private ApiWriteCounts settled() throws IOException, InterruptedException {
        ApiWriteCounts last = ApiWriteCounts.now(fixture.plane().kubectl());
        for (int look = 0; look < LOOKS; look++) {
            boolean _ = new CountDownLatch(1).await(1, TimeUnit.SECONDS);
            ApiWriteCounts now = ApiWriteCounts.now(fixture.plane().kubectl());
            if (now.equals(last)) {
                break;
            }
            last = now;
        }
        return last;
    }

    /// Creates volumes for as many claims. Volumes become available outside the measurement: their writes are
    /// not those of a claim.
    private void prepare(int count) throws Exception {
        int wanted = made + count;
        if (prepared >= wanted) {
            return;
        }
        int from = prepared;
        bulkOperations.rate(
                wanted,
                () -> bulkOperations.create(
                        Kinds.VOLUMES, "", from, wanted, number -> ControlObjects.volume(ControlObjects.MADE, number)),
                fixture.volumes(),
                volume -> volume.storageClass().equals(ControlObjects.MADE)
                        && !volume.phase().equals("Pending")
                        && !volume.phase().isEmpty());
        prepared = wanted;
    }

    private double bindMade(int count) throws Exception {
        prepare(count);
        int from = made;
        made += count;
        return bind(ControlObjects.MADE, from, count);
    }

    private double bindDynamic(int count) throws Exception {
        int from = dynamic;
        dynamic += count;
        return bind(ControlObjects.DYNAMIC, from, count);
    }

    private double bind(String storageClass, int from, int count) throws Exception {
        double all = bulkOperations.rate(
                from + count,
                () -> bulkOperations.create(
                        Kinds.CLAIMS,
                        "default",
                        from,
                        from + count,
                        number -> ControlObjects.claim(storageClass, number)),
                fixture.claims(),
                claim -> claim.meta().name().startsWith(storageClass)
                        && claim.status().isBound());
        return all * count / (from + count);
    }

    private void pace() throws Exception {
        context.report(controlSubject.name() + ": claims at an even pace");
        prepare(controlSizes.paced());
        LatencySamples latencySamples =
                new PacedClaims(fixture).measure(ControlObjects.MADE, made, controlSizes.paced());
        made += controlSizes.paced();
        add(
                "10 claims a second, until bound",
                List.of(
                        new Figure("p50 ms", latencySamples.millis(0.5)),
                        new Figure("p99 ms", latencySamples.millis(0.99))));
    }

    /// Pods on nodes whose volumes wait to be attached.
    private void attach() throws Exception {
        context.report(controlSubject.name() + ": attachments");
        int count = controlSizes.attached();
        try (SimulatedKubelets _ = new SimulatedKubelets(fixture)) {
            ApiWriteCounts begin = ApiWriteCounts.now(fixture.plane().kubectl());
            long start = System.nanoTime();
            bulkOperations.create(
                    Kinds.PODS,
                    "default",
                    0,
                    count,
                    number -> ControlObjects.pod(ControlObjects.DYNAMIC + "-" + number, number % ControlFixture.NODES));
            bulkOperations.until(() -> fixture.nodes().all().stream()
                            .mapToInt(node -> node.inUse().size())
                            .sum()
                    >= count);
            double rate = count / ((System.nanoTime() - start) / 1e9);
            ApiWriteCounts apiWriteCounts = settled().since(begin);
            context.report("  for each: " + apiWriteCounts.each(count));
            add(
                    "pods until their volume is in use, " + count,
                    List.of(new Figure("per second", rate), new Figure("writes a pod", apiWriteCounts.all() / count)));
        }
    }

    /// Unused volumes, which the binder must skip.
    private void fill() throws Exception {
        context.report(controlSubject.name() + ": more volumes");
        int missing =
                Math.max(0, controlSizes.present() - fixture.volumes().all().size());
        double rate = bulkOperations.rate(
                missing,
                () -> bulkOperations.create(
                        Kinds.VOLUMES,
                        "",
                        0,
                        missing,
                        number -> ControlObjects.volume(ControlObjects.BYSTANDERS, number)),
                fixture.volumes(),
                volume -> volume.storageClass().equals(ControlObjects.BYSTANDERS)
                        && volume.phase().equals("Available"));
        add("volumes available, " + missing, List.of(new Figure("per second", rate)));
    }

    private static void rest() throws InterruptedException {
        rest(REST_SECONDS);
    }

    private static void rest(long seconds) throws InterruptedException {
        boolean _ = new CountDownLatch(1).await(seconds, TimeUnit.SECONDS);
    }

    /// Printed immediately as well: the whole run takes a quarter of an hour.
    private void add(String what, List<Figure> figures) throws IOException {
        rows.add(new ResultRow(controlSubject.name() + ": " + what, figures));
        context.report(controlSubject.name() + ": " + what + ": " + figures);
    }
}
