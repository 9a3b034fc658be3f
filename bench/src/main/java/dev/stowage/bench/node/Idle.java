package dev.stowage.bench.node;

import dev.stowage.bench.CpuTime;
import dev.stowage.bench.Row;
import dev.stowage.bench.Row.Figure;
import dev.stowage.bench.sidecar.Memory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// What whoever looks after a node needs while nothing happens.
record Idle(Subject subject) {
    Row measure(int volumes, int seconds) throws IOException, InterruptedException {
        TimeUnit.SECONDS.sleep(seconds / 3);
        double before = CpuTime.seconds(List.of(subject.pid()));
        TimeUnit.SECONDS.sleep(seconds);
        double percent = (CpuTime.seconds(List.of(subject.pid())) - before) / seconds * 100;
        List<Figure> figures = new ArrayList<>();
        figures.add(new Figure("% of a core", percent));
        figures.addAll(Memory.of(List.of(subject.pid())).figures());
        return new Row(subject.name() + ", idle with " + volumes + " volumes (" + subject.process() + ")", figures);
    }
}
