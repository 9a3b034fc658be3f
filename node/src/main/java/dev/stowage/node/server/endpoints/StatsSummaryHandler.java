package dev.stowage.node.server.endpoints;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.http.server.HttpException;
import dev.stowage.http.server.HttpExchange;
import dev.stowage.http.server.HttpHandler;
import dev.stowage.k8s.json.Json;
import dev.stowage.linux.file.FileSystems;
import dev.stowage.node.context.NodeContext;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.pod.PodLister;
import dev.stowage.node.runtime.ContainerRuntime;
import dev.stowage.node.runtime.ContainerUsage;
import dev.stowage.node.stats.VolumeStats;
import dev.stowage.node.stats.VolumeStatsProvider;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/// `/stats/summary`: the machine, the pods, and the usage of their volumes.
public final class StatsSummaryHandler implements HttpHandler {
    private final NodeContext nodeContext;
    private final PodLister podLister;
    private final VolumeStatsProvider volumeStats;
    private final ContainerRuntime runtime;

    public StatsSummaryHandler(
            NodeContext nodeContext, PodLister podLister, VolumeStatsProvider volumeStats, ContainerRuntime runtime) {
        this.nodeContext = nodeContext;
        this.podLister = podLister;
        this.volumeStats = volumeStats;
        this.runtime = runtime;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException, HttpException, InterruptedException {
        if (!exchange.path().equals("/stats/summary")) {
            throw new HttpException(404, "404 page not found");
        }
        ObjectNode summary = Json.object();
        summary.set("node", node());
        ArrayNode pods = summary.putArray("pods");
        List<ContainerUsage> usage = runtime.usage();
        podLister.pods().stream().filter(pod -> !pod.isOver()).forEach(pod -> pods.add(pod(pod, usage)));
        exchange.reply(200, "application/json", Json.write(summary));
    }

    private ObjectNode node() throws IOException {
        String now = time(nodeContext.clock().instant());
        MachineStats machineStats = MachineStats.read(Path.of("/proc"));
        ObjectNode node =
                Json.object().put("nodeName", nodeContext.node()).put("startTime", time(machineStats.booted()));
        node.putObject("cpu").put("time", now).put("usageCoreNanoSeconds", machineStats.busyNanoseconds());
        node.putObject("memory")
                .put("time", now)
                .put("availableBytes", machineStats.availableBytes())
                .put("usageBytes", machineStats.usedBytes())
                .put("workingSetBytes", machineStats.usedBytes());
        FileSystems.Stats files = FileSystems.stats(nodeContext.paths().root());
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

    private ObjectNode pod(NodePod pod, List<ContainerUsage> usage) {
        ObjectNode json = Json.object();
        json.putObject("podRef")
                .put("name", pod.meta().name())
                .put("namespace", pod.meta().namespace())
                .put("uid", pod.uid());
        json.put("startTime", pod.status().path("startTime").textValue());
        ArrayNode containers = json.putArray("containers");
        usage.stream().filter(one -> one.podUid().equals(pod.uid())).forEach(one -> containers.add(container(one)));
        ArrayNode volumes = json.putArray("volume");
        volumeStats.of(pod.uid()).forEach(figure -> volumes.add(volume(figure)));
        return json;
    }

    private ObjectNode container(ContainerUsage usage) {
        String now = time(nodeContext.clock().instant());
        ObjectNode json = Json.object().put("name", usage.container()).put("startTime", time(usage.since()));
        json.putObject("cpu")
                .put("time", now)
                .put("usageCoreNanoSeconds", usage.processor().toNanos());
        json.putObject("memory").put("time", now).put("workingSetBytes", usage.memory());
        return json;
    }

    private static ObjectNode volume(VolumeStats figure) {
        ObjectNode json = Json.object()
                .put("time", time(figure.at()))
                .put("availableBytes", figure.availableBytes())
                .put("capacityBytes", figure.capacityBytes())
                .put("usedBytes", figure.usedBytes())
                .put("inodesFree", figure.inodesFree())
                .put("inodes", figure.inodes())
                .put("inodesUsed", figure.inodesUsed())
                .put("name", figure.volume());
        if (!figure.claim().isEmpty()) {
            json.putObject("pvcRef").put("name", figure.claim()).put("namespace", figure.namespace());
        }
        json.putObject("volumeHealthStats").put("abnormal", figure.abnormal());
        return json;
    }

    private static String time(Instant at) {
        return at.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
