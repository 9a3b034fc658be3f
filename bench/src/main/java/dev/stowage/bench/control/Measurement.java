package dev.stowage.bench.control;

import dev.stowage.bench.Around;
import dev.stowage.bench.Row;
import dev.stowage.bench.Row.Figure;
import dev.stowage.bench.Samples;
import dev.stowage.bench.sidecar.Work;
import dev.stowage.kube.model.Kinds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// One subject from the first claim to the last.
final class Measurement {
    private static final int REST_SECONDS = 5;
    private static final int LOOKS = 120;

    private final Subject subject;
    private final Scene scene;
    private final Sizes sizes;
    private final double ceiling;
    private final Around around;
    private final Work work;
    private final List<Row> rows = new ArrayList<>();
    private int prepared;
    private int made;
    private int dynamic;

    /// @param ceiling the writes a second that the API server can do when it does nothing else
    Measurement(Subject subject, Scene scene, Sizes sizes, double ceiling, Around around) {
        this.subject = subject;
        this.scene = scene;
        this.sizes = sizes;
        this.ceiling = ceiling;
        this.around = around;
        this.work = new Work(scene.api(), scene::requireAlive);
    }

    List<Row> run() throws Exception {
        add("API server alone: writes, 32 connections", List.of(new Figure("per second", ceiling)));
        bindMade(1); // until then the controllers may not be at work yet
        bindDynamic(1);
        rest();
        add("idle", scene.memory().figures());
        double before = 0;
        for (int count : List.of(sizes.few(), sizes.many())) {
            double rate = rated("claims bound, volumes made before, " + count, count, () -> bindMade(count));
            before = before == 0 ? rate : before;
        }
        pace();
        for (int count : List.of(sizes.few(), sizes.many())) {
            rated("claims bound, volumes made for them, " + count, count, () -> bindDynamic(count));
        }
        attach();
        rest();
        add("with " + scene.volumes().all().size() + " volumes", scene.memory().figures());
        fill();
        double after = rated(
                "claims bound, %d volumes present, %d"
                        .formatted(scene.volumes().all().size(), sizes.few()),
                sizes.few(),
                () -> bindMade(sizes.few()));
        add("slowed by that, %", List.of(new Figure("%", 100 * (1 - after / before))));
        rest();
        add("with " + scene.volumes().all().size() + " volumes", scene.memory().figures());
        return rows;
    }

    @FunctionalInterface
    private interface Step {
        double take() throws Exception;
    }

    /// With the writes that it took, and what the API server could bear at most with so many for each.
    private double rated(String what, int count, Step step) throws Exception {
        around.say(subject.name() + ": " + what);
        // Volumes become available outside the measurement.
        prepare(what.contains("before") || what.contains("present") ? count : 0);
        Writes begin = Writes.now(scene.plane().kubectl());
        double rate = step.take();
        Writes writes = settled().since(begin);
        double each = writes.all() / count;
        around.say("  for each: " + writes.each(count));
        add(
                what,
                List.of(
                        new Figure("per second", rate),
                        new Figure("writes a claim", each),
                        new Figure("events of them", writes.events() / count),
                        new Figure("conflicts", writes.conflicts()),
                        new Figure("ceiling", ceiling / each),
                        new Figure("% of it", 100 * rate * each / ceiling)));
        return rate;
    }

    /// Events come after what they tell of, and must not be counted for what is measured next.
    private Writes settled() throws IOException, InterruptedException {
        Writes last = Writes.now(scene.plane().kubectl());
        for (int look = 0; look < LOOKS; look++) {
            boolean _ = new CountDownLatch(1).await(1, TimeUnit.SECONDS);
            Writes now = Writes.now(scene.plane().kubectl());
            if (now.equals(last)) {
                break;
            }
            last = now;
        }
        return last;
    }

    private void prepare(int count) throws Exception {
        int wanted = made + count;
        if (prepared >= wanted) {
            return;
        }
        int from = prepared;
        work.rate(
                wanted,
                () -> work.create(
                        Kinds.VOLUMES, "", from, wanted, number -> ControlObjects.volume(ControlObjects.MADE, number)),
                scene.volumes(),
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
        double all = work.rate(
                from + count,
                () -> work.create(
                        Kinds.CLAIMS,
                        "default",
                        from,
                        from + count,
                        number -> ControlObjects.claim(storageClass, number)),
                scene.claims(),
                claim -> claim.meta().name().startsWith(storageClass)
                        && claim.status().isBound());
        return all * count / (from + count);
    }

    private void pace() throws Exception {
        around.say(subject.name() + ": claims at an even pace");
        prepare(sizes.paced());
        Samples samples = new Pace(scene).measure(ControlObjects.MADE, made, sizes.paced());
        made += sizes.paced();
        add(
                "10 claims a second, until bound",
                List.of(new Figure("p50 ms", samples.millis(0.5)), new Figure("p99 ms", samples.millis(0.99))));
    }

    /// Pods on nodes whose volumes wait to be attached.
    private void attach() throws Exception {
        around.say(subject.name() + ": attachments");
        int count = sizes.attached();
        try (ScriptedKubelets _ = new ScriptedKubelets(scene)) {
            Writes begin = Writes.now(scene.plane().kubectl());
            long start = System.nanoTime();
            work.create(
                    Kinds.PODS,
                    "default",
                    0,
                    count,
                    number -> ControlObjects.pod(ControlObjects.DYNAMIC + "-" + number, number % Scene.NODES));
            work.until(() -> scene.nodes().all().stream()
                            .mapToInt(node -> node.inUse().size())
                            .sum()
                    >= count);
            double rate = count / ((System.nanoTime() - start) / 1e9);
            Writes writes = settled().since(begin);
            around.say("  for each: " + writes.each(count));
            add(
                    "pods until their volume is in use, " + count,
                    List.of(new Figure("per second", rate), new Figure("writes a pod", writes.all() / count)));
        }
    }

    /// Volumes that nobody wants, to be looked past.
    private void fill() throws Exception {
        around.say(subject.name() + ": more volumes");
        int missing = Math.max(0, sizes.present() - scene.volumes().all().size());
        double rate = work.rate(
                missing,
                () -> work.create(
                        Kinds.VOLUMES,
                        "",
                        0,
                        missing,
                        number -> ControlObjects.volume(ControlObjects.BYSTANDERS, number)),
                scene.volumes(),
                volume -> volume.storageClass().equals(ControlObjects.BYSTANDERS)
                        && volume.phase().equals("Available"));
        add("volumes available, " + missing, List.of(new Figure("per second", rate)));
    }

    private static void rest() throws InterruptedException {
        boolean _ = new CountDownLatch(1).await(REST_SECONDS, TimeUnit.SECONDS);
    }

    /// Said at once as well: the whole takes a quarter of an hour.
    private void add(String what, List<Figure> figures) throws IOException {
        rows.add(new Row(subject.name() + ": " + what, figures));
        around.say(subject.name() + ": " + what + ": " + figures);
    }
}
