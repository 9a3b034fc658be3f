package dev.stowage.bench.node;

import dev.stowage.bench.harness.CpuTime;
import dev.stowage.bench.harness.ProcessMemory;
import dev.stowage.bench.harness.ResultRow;
import dev.stowage.bench.harness.ResultRow.Figure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// What a node agent needs while it is idle.
record IdleCost(NodeSubject nodeSubject) {
    ResultRow measure(int volumes, int seconds) throws IOException, InterruptedException {
        TimeUnit.SECONDS.sleep(seconds / 3);
        double before = CpuTime.seconds(List.of(nodeSubject.pid()));
        TimeUnit.SECONDS.sleep(seconds);
        double percent = (CpuTime.seconds(List.of(nodeSubject.pid())) - before) / seconds * 100;
        List<Figure> figures = new ArrayList<>();
        figures.add(new Figure("% of a core", percent));
        figures.addAll(ProcessMemory.of(List.of(nodeSubject.pid())).figures());
        return new ResultRow(
                nodeSubject.name() + ", idle with " + volumes + " volumes (" + nodeSubject.process() + ")", figures);
    }
}
