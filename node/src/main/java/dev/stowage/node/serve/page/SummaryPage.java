package dev.stowage.node.serve.page;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.linux.file.FileSystems;
import dev.stowage.node.Shared;
import dev.stowage.node.figures.VolumeFigure;
import dev.stowage.node.figures.VolumeFigures;
import dev.stowage.node.run.Census;
import dev.stowage.node.serve.http.Exchange;
import dev.stowage.node.serve.http.Handler;
import dev.stowage.node.serve.http.Refusal;
import dev.stowage.node.spec.NodePod;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// `/stats/summary`: the machine, the pods, and how full their volumes are.
public final class SummaryPage implements Handler {
    private final Shared shared;
    private final Census census;
    private final VolumeFigures figures;

    public SummaryPage(Shared shared, Census census, VolumeFigures figures) {
        this.shared = shared;
        this.census = census;
        this.figures = figures;
    }

    @Override
    public void answer(Exchange exchange) throws IOException, Refusal {
        if (!exchange.path().equals("/stats/summary")) {
            throw new Refusal(404, "404 page not found");
        }
        ObjectNode summary = Json.object();
        summary.set("node", node());
        ArrayNode pods = summary.putArray("pods");
        census.pods().stream().filter(pod -> !pod.isOver()).forEach(pod -> pods.add(pod(pod)));
        exchange.reply(200, "application/json", Json.write(summary));
    }

    private ObjectNode node() throws IOException {
        String now = time(shared.clock().instant());
        Machine machine = Machine.read(Path.of("/proc"));
        ObjectNode node = Json.object().put("nodeName", shared.node()).put("startTime", time(machine.booted()));
        node.putObject("cpu").put("time", now).put("usageCoreNanoSeconds", machine.busyNanoseconds());
        node.putObject("memory")
                .put("time", now)
                .put("availableBytes", machine.availableBytes())
                .put("usageBytes", machine.usedBytes())
                .put("workingSetBytes", machine.usedBytes());
        FileSystems.Stats files = FileSystems.stats(shared.paths().root());
        node.putObject("fs")
                .put("time", now)
                .put("availableBytes", files.availableBytes())
                .put("capacityBytes", files.totalBytes())
                .put("usedBytes", files.usedBytes())
                .put("inodesFree", files.freeInodes())
                .put("inodes", files.inodes())
                .put("inodesUsed", files.usedInodes());
        return node;
    }

    private ObjectNode pod(NodePod pod) {
        ObjectNode told = Json.object();
        told.putObject("podRef")
                .put("name", pod.meta().name())
                .put("namespace", pod.meta().namespace())
                .put("uid", pod.uid());
        told.put("startTime", pod.status().path("startTime").textValue());
        told.putArray("containers");
        ArrayNode volumes = told.putArray("volume");
        figures.of(pod.uid()).forEach(figure -> volumes.add(volume(figure)));
        return told;
    }

    private static ObjectNode volume(VolumeFigure figure) {
        ObjectNode told = Json.object()
                .put("time", time(figure.at()))
                .put("availableBytes", figure.availableBytes())
                .put("capacityBytes", figure.capacityBytes())
                .put("usedBytes", figure.usedBytes())
                .put("inodesFree", figure.inodesFree())
                .put("inodes", figure.inodes())
                .put("inodesUsed", figure.inodesUsed())
                .put("name", figure.volume());
        if (!figure.claim().isEmpty()) {
            told.putObject("pvcRef").put("name", figure.claim()).put("namespace", figure.namespace());
        }
        told.putObject("volumeHealthStats").put("abnormal", figure.abnormal());
        return told;
    }

    private static String time(Instant at) {
        return at.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
