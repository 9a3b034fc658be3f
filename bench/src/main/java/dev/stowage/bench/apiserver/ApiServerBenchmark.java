package dev.stowage.bench.apiserver;

import dev.stowage.bench.Around;
import dev.stowage.bench.Benchmark;
import dev.stowage.bench.Row;
import dev.stowage.bench.Row.Figure;
import dev.stowage.interop.StandaloneWorkspace;
import dev.stowage.interop.cluster.ControlPlane;
import dev.stowage.interop.cluster.ControlPlane.Parts;
import dev.stowage.interop.reference.ReferenceProgram;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Our API server and kube-apiserver with etcd, one after the other in every measurement.
public final class ApiServerBenchmark implements Benchmark {
    private static final int SECONDS = 6;
    private static final int WARM_UP = 4;
    private static final int SOME = 10_000;
    private static final int MANY = 100_000;

    @Override
    public String name() {
        return "apiserver";
    }

    @Override
    public String summary() {
        return "durable writes, reads, watches, memory and start of our API server beside kube-apiserver with etcd";
    }

    @Override
    public List<Row> run(Around around) throws Exception {
        List<Row> rows = new ArrayList<>();
        onFreshServers(around, subjects -> work(around, subjects, rows));
        onFreshServers(around, subjects -> grow(around, subjects, rows));
        return rows;
    }

    @FunctionalInterface
    private interface Measurement {
        void take(List<Subject> subjects) throws Exception;
    }

    private static void onFreshServers(Around around, Measurement measurement) throws Exception {
        try (SuiteWorkspace suiteWorkspace = StandaloneWorkspace.open(
                "bench-apiserver", Set.of(ReferenceProgram.KUBE_APISERVER, ReferenceProgram.KUBECTL), ControlPlane.PACKAGES, around::say)) {
            measurement.take(List.of(
                    new Subject("stowage", ControlPlane.start(suiteWorkspace, Parts.EMBEDDED_ONLY)),
                    new Subject("peer: kube-apiserver + etcd", ControlPlane.start(suiteWorkspace, Parts.SERVER_ONLY))));
        }
    }

    private static void work(Around around, List<Subject> subjects, List<Row> rows) throws Exception {
        for (Subject subject : subjects) {
            around.say(subject.name() + ": warming up");
            subject.load("warming up", 16, WARM_UP, (connection, _) -> subject.create(connection));
            subject.load("warming up", 16, WARM_UP, subject::update);
            subject.fill(SOME, 16);
        }
        for (int clients : List.of(1, 16, 64)) {
            for (Subject subject : subjects) {
                around.say(subject.name() + ": writes, clients: " + clients);
                rows.add(subject.load("creates", clients, SECONDS, (connection, _) -> subject.create(connection)));
                rows.add(subject.load("updates", clients, SECONDS, subject::update));
                rows.add(subject.load("patches", clients, SECONDS, subject::patch));
            }
        }
        for (Subject subject : subjects) {
            around.say(subject.name() + ": reads and watches");
            rows.add(subject.load(
                    "gets",
                    16,
                    SECONDS,
                    (connection, number) ->
                            connection.call("GET", Subject.CONFIG_MAPS + "/cm-" + number % SOME, "", "")));
            rows.add(subject.load(
                    "lists of 10,000",
                    1,
                    SECONDS,
                    (connection, _) -> connection.call("GET", Subject.CONFIG_MAPS + "?limit=" + SOME, "", "")));
            rows.add(new FanOut(subject).measure());
        }
    }

    private static void grow(Around around, List<Subject> subjects, List<Row> rows) throws Exception {
        for (int objects : List.of(0, SOME, MANY)) {
            for (Subject subject : subjects) {
                around.say("%s: %d objects".formatted(subject.name(), objects));
                subject.fill(objects, 32);
                rows.add(new Row(
                        "%s: resident with %d objects".formatted(subject.name(), objects),
                        List.of(new Figure("MB", subject.residentMegabytes()))));
            }
        }
        for (Subject subject : subjects) {
            around.say(subject.name() + ": starting again");
            double millis = subject.restartMillis();
            rows.add(new Row(
                    "%s: start with %d objects".formatted(subject.name(), MANY),
                    List.of(new Figure("ms", millis), new Figure("MB", subject.residentMegabytes()))));
        }
    }
}
