package dev.stowage.bench.apiserver;

import dev.stowage.bench.harness.Benchmark;
import dev.stowage.bench.harness.BenchmarkContext;
import dev.stowage.bench.harness.ResultRow;
import dev.stowage.bench.harness.ResultRow.Figure;
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
    public List<ResultRow> run(BenchmarkContext context) throws Exception {
        List<ResultRow> rows = new ArrayList<>();
        onFreshServers(context, subjects -> work(context, subjects, rows));
        onFreshServers(context, subjects -> grow(context, subjects, rows));
        return rows;
    }

    @FunctionalInterface
    private interface Measurement {
        void run(List<ApiServerSubject> subjects) throws Exception;
    }

    private static void onFreshServers(BenchmarkContext context, Measurement measurement) throws Exception {
        try (SuiteWorkspace suiteWorkspace = StandaloneWorkspace.open(
                "bench-apiserver",
                Set.of(ReferenceProgram.KUBE_APISERVER, ReferenceProgram.KUBECTL),
                ControlPlane.PACKAGES,
                context::report)) {
            measurement.run(List.of(
                    new ApiServerSubject("stowage", ControlPlane.start(suiteWorkspace, Parts.EMBEDDED_ONLY)),
                    new ApiServerSubject(
                            "peer: kube-apiserver + etcd", ControlPlane.start(suiteWorkspace, Parts.SERVER_ONLY))));
        }
    }

    private static void work(BenchmarkContext context, List<ApiServerSubject> subjects, List<ResultRow> rows)
            throws Exception {
        for (ApiServerSubject apiServerSubject : subjects) {
            context.report(apiServerSubject.name() + ": warming up");
            apiServerSubject.load(
                    "warming up", 16, WARM_UP, (httpConnection, _) -> apiServerSubject.create(httpConnection));
            apiServerSubject.load("warming up", 16, WARM_UP, apiServerSubject::update);
            apiServerSubject.fill(SOME, 16);
        }
        for (int clients : List.of(1, 16, 64)) {
            for (ApiServerSubject apiServerSubject : subjects) {
                context.report(apiServerSubject.name() + ": writes, clients: " + clients);
                rows.add(apiServerSubject.load(
                        "creates", clients, SECONDS, (httpConnection, _) -> apiServerSubject.create(httpConnection)));
                rows.add(apiServerSubject.load("updates", clients, SECONDS, apiServerSubject::update));
                rows.add(apiServerSubject.load("patches", clients, SECONDS, apiServerSubject::patch));
            }
        }
        for (ApiServerSubject apiServerSubject : subjects) {
            context.report(apiServerSubject.name() + ": reads and watches");
            rows.add(apiServerSubject.load(
                    "gets",
                    16,
                    SECONDS,
                    (httpConnection, number) ->
                            httpConnection.call("GET", ApiServerSubject.CONFIG_MAPS + "/cm-" + number % SOME, "", "")));
            rows.add(apiServerSubject.load(
                    "lists of 10,000",
                    1,
                    SECONDS,
                    (httpConnection, _) ->
                            httpConnection.call("GET", ApiServerSubject.CONFIG_MAPS + "?limit=" + SOME, "", "")));
            rows.add(new WatchFanOut(apiServerSubject).measure());
        }
    }

    private static void grow(BenchmarkContext context, List<ApiServerSubject> subjects, List<ResultRow> rows)
            throws Exception {
        for (int objects : List.of(0, SOME, MANY)) {
            for (ApiServerSubject apiServerSubject : subjects) {
                context.report("%s: %d objects".formatted(apiServerSubject.name(), objects));
                apiServerSubject.fill(objects, 32);
                rows.add(new ResultRow(
                        "%s: resident with %d objects".formatted(apiServerSubject.name(), objects),
                        List.of(new Figure("MB", apiServerSubject.residentMegabytes()))));
            }
        }
        for (ApiServerSubject apiServerSubject : subjects) {
            context.report(apiServerSubject.name() + ": starting again");
            double millis = apiServerSubject.restartMillis();
            rows.add(new ResultRow(
                    "%s: start with %d objects".formatted(apiServerSubject.name(), MANY),
                    List.of(new Figure("ms", millis), new Figure("MB", apiServerSubject.residentMegabytes()))));
        }
    }
}
