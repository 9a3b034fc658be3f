package dev.stowage.cli.move;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.EmbeddedApi;
import dev.stowage.apiserver.EmbeddedApiOptions;
import dev.stowage.cli.Command;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.ClusterAccess;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.client.RequestLimiter;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/// An API server with two nodes and a claim on node-1, and a test that plays the mover.
public final class MoveFixture implements AutoCloseable {
    private static final Duration SOON = Duration.ofSeconds(20);

    private final EmbeddedApi server;
    private final Path kubeconfig;
    private final KubeClient api;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    public MoveFixture(Path folder) throws Exception {
        server = EmbeddedApi.start(EmbeddedApiOptions.in(folder.resolve("api")));
        kubeconfig = folder.resolve("kubeconfig");
        server.writeKubeconfig(kubeconfig);
        api = new KubeClient(ClusterAccess.of(kubeconfig.toString(), ""), RequestLimiter.adaptive(), "test");
        create(Kinds.NAMESPACES, "", "{\"metadata\": {\"name\": \"shop\"}}");
        for (String node : List.of("node-1", "node-2")) {
            create(Kinds.NODES, "", MoveObjects.node(node));
            // The server adds one to a new node, until its controllers see that it is ready.
            ObjectNode untainted = Json.object();
            untainted.putObject("spec").putNull("taints");
            var _ = api.patch(Kinds.NODES, "", node, Patch.merge(untainted));
            create(Kinds.CSI_NODES, "", MoveObjects.csiNode(node));
        }
        claim("data");
    }

    /// A command that has been started.
    public record Running(Thread thread, FutureTask<Integer> task) {
        public int status() throws Exception {
            return task.get(SOON.toSeconds(), TimeUnit.SECONDS);
        }
    }

    /// A command with its output.
    @FunctionalInterface
    public interface Commands {
        Command of(PrintStream out, PrintStream err);
    }

    public KubeClient api() {
        return api;
    }

    /// A bound claim `shop/NAME` on node-1.
    public void claim(String name) throws IOException, InterruptedException {
        create(Kinds.VOLUMES, "", MoveObjects.volume(name, "node-1"));
        create(Kinds.CLAIMS, "shop", MoveObjects.claim(name));
    }

    /// With its status.
    public void create(Kind<?> kind, String namespace, String text) throws IOException, InterruptedException {
        ObjectNode object = MoveObjects.json(text);
        var _ = api.create(kind, namespace, object.deepCopy());
        if (object.has("status")) {
            ObjectNode body = Json.object();
            body.set("status", object.path("status"));
            var _ = api.patch(
                    kind,
                    namespace,
                    object.at("/metadata/name").asText(),
                    Patch.merge(body).status());
        }
    }

    public Running start(Commands commands, String... args) {
        List<String> line = new ArrayList<>(List.of(args));
        line.addAll(List.of("--kubeconfig", kubeconfig.toString()));
        Command command = commands.of(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
        Callable<Integer> run = () -> command.run(line);
        FutureTask<Integer> task = new FutureTask<>(run);
        return new Running(Thread.ofVirtual().start(task), task);
    }

    public List<VolumeMove> moves() throws IOException, InterruptedException {
        return api.list(VolumeMove.KIND, "shop").items();
    }

    /// The one move of the claim that has not ended.
    public VolumeMove awaitMove(String claim, Predicate<VolumeMove> condition) {
        return await(claim)
                .atMost(SOON)
                .until(
                        () -> moves().stream()
                                .filter(move -> move.claimName().equals(claim) && !move.isEnded())
                                .filter(condition)
                                .toList(),
                        found -> found.size() == 1)
                .getFirst();
    }

    /// What the mover writes.
    public void status(VolumeMove move, String status) throws IOException, InterruptedException {
        ObjectNode body = Json.object();
        body.set("status", MoveObjects.json(status));
        var _ = api.patch(
                VolumeMove.KIND, "shop", move.meta().name(), Patch.merge(body).status());
    }

    /// What the mover does last: the volume is on the other node, and the move has succeeded.
    public void succeed(VolumeMove move) throws IOException, InterruptedException {
        String name = "pv-" + move.claimName();
        ObjectNode released = Json.object();
        released.putObject("metadata").putNull("finalizers");
        api.delete(api.patch(Kinds.VOLUMES, "", name, Patch.merge(released)), Kinds.VOLUMES);
        create(Kinds.VOLUMES, "", MoveObjects.volume(move.claimName(), move.targetNode()));
        status(move, """
                {"phase": "Succeeded", "sourceNode": "node-1", "volumeName": "%s",
                 "pause": {"podEndMillis": 1000, "differenceMillis": 500}}""".formatted(name));
    }

    public void awaitOutput(String text) {
        await().atMost(SOON).until(() -> (out() + err()).contains(text));
    }

    public String out() {
        return out.toString(UTF_8);
    }

    public String err() {
        return err.toString(UTF_8);
    }

    @Override
    public void close() throws IOException {
        api.close();
        server.close();
    }
}
