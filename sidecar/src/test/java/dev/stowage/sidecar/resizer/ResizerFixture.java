package dev.stowage.sidecar.resizer;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.csi.v1.ControllerExpandVolumeRequest;
import dev.stowage.csi.v1.ControllerExpandVolumeResponse;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.featuregate.FeatureGates;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.informer.Informers;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.sidecar.RoleContext;
import dev.stowage.sidecar.testing.BoundClaims;
import dev.stowage.sidecar.testing.FakeDriver;
import dev.stowage.sidecar.testing.SidecarFixture;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A running resizer with a fake driver and a real API server.
public final class ResizerFixture implements AutoCloseable {
    static final String EXPAND = "ControllerExpandVolume";

    private final SidecarFixture fixture;
    private final FakeDriver driver;
    private final CountingLimiter asked = new CountingLimiter();
    private final CountingLimiter said = new CountingLimiter();
    private final KubeClient api;
    private @Nullable RoleContext context;
    private @Nullable ResizeController resizeController;

    public ResizerFixture(Path folder) throws IOException, InterruptedException {
        fixture = new SidecarFixture(folder);
        driver = new FakeDriver(folder);
        api = new KubeClient(fixture.cluster(), asked, "fixture");
    }

    /// From now on the driver expands to the requested size.
    void expands(boolean nodeExpands) {
        driver.<ControllerExpandVolumeRequest>on(
                EXPAND,
                request -> ControllerExpandVolumeResponse.newBuilder()
                        .setCapacityBytes(request.getCapacityRange().getRequiredBytes())
                        .setNodeExpansionRequired(nodeExpands)
                        .build());
    }

    /// The requested sizes, in order.
    List<Long> sizes() {
        return driver.<ControllerExpandVolumeRequest>calls(EXPAND).stream()
                .map(request -> request.getCapacityRange().getRequiredBytes())
                .toList();
    }

    /// How many requests the resizer has sent, besides lists, watches and events.
    public int requests() {
        return asked.sent();
    }

    /// How many requests were about events.
    public int eventRequests() {
        return said.sent();
    }

    public SidecarFixture sidecarFixture() {
        return fixture;
    }

    public FakeDriver driver() {
        return driver;
    }

    public static ResizerOptions options() {
        return onNode("");
    }

    /// Short delays, but a long one for infeasible requests.
    public static ResizerOptions onNode(String node) {
        return new ResizerOptions(
                Duration.ofMinutes(10),
                10,
                false,
                Duration.ofMinutes(1),
                Duration.ofMillis(20),
                Duration.ofMinutes(5),
                true,
                node);
    }

    public void start(ResizerOptions options) throws Exception {
        start(options, FeatureGates.defaults());
    }

    public void start(ResizerOptions options, FeatureGates gates) throws Exception {
        RoleContext usual = fixture.shared(driver);
        usual.events().close();
        context = new RoleContext(
                usual.driver(),
                api,
                new Informers(api, usual.timer()),
                new EventRecorder(api.withLimit(said), usual.driver().name(), "fixture", usual.clock()),
                usual.metrics(),
                usual.queues(),
                usual.timer(),
                usual.clock(),
                gates,
                usual.namespace(),
                usual.fatal());
        resizeController = new ResizeController(context, options);
        context.informers().start();
        resizeController.start();
    }

    public List<String> mirrors() {
        return Objects.requireNonNull(context).informers().all().stream()
                .map(informer -> informer.kind().toString())
                .toList();
    }

    public boolean knows(String claim) {
        return Objects.requireNonNull(context)
                .informers()
                .of(Kinds.CLAIMS)
                .find(new NamespacedName(BoundClaims.NAMESPACE, claim))
                .isPresent();
    }

    /// How many claims match, according to the resizer's informer.
    public long count(Predicate<PersistentVolumeClaim> so) {
        return Objects.requireNonNull(context).informers().of(Kinds.CLAIMS).all().stream()
                .filter(so)
                .count();
    }

    public boolean remembers(NamespacedName claim) {
        return Objects.requireNonNull(resizeController).remembers(claim);
    }

    public void removeFinalizers(String claim) throws IOException, InterruptedException {
        var body = Json.object();
        body.withObject("/metadata").putArray("finalizers");
        fixture.api().patch(Kinds.CLAIMS, BoundClaims.NAMESPACE, claim, Patch.merge(body));
    }

    public JsonNode claim(String name) throws IOException, InterruptedException {
        return fixture.get(Kinds.CLAIMS, BoundClaims.NAMESPACE, name);
    }

    /// For use within a driver response.
    public JsonNode claimNow(String name) {
        try {
            return claim(name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public JsonNode volume(String claim) throws IOException, InterruptedException {
        return fixture.get(Kinds.VOLUMES, "", "pv-" + claim);
    }

    public long version(JsonNode object) {
        return object.at("/metadata/resourceVersion").asLong();
    }

    public String capacity(String claim) throws IOException, InterruptedException {
        return claim(claim).at("/status/capacity/storage").asText();
    }

    public String state(String claim) throws IOException, InterruptedException {
        return claim(claim).at("/status/allocatedResourceStatuses/storage").asText("");
    }

    public List<String> conditions(String claim) throws IOException, InterruptedException {
        return claim(claim).at("/status/conditions").findValuesAsText("type");
    }

    public String message(String claim, String condition) throws IOException, InterruptedException {
        for (JsonNode node : claim(claim).at("/status/conditions")) {
            if (node.path("type").asText().equals(condition)) {
                return node.path("message").asText("");
            }
        }
        return "";
    }

    public void request(String claim, String size) throws IOException, InterruptedException {
        var body = Json.object();
        body.withObject("/spec/resources/requests").put("storage", size);
        fixture.api().patch(Kinds.CLAIMS, BoundClaims.NAMESPACE, claim, Patch.merge(body));
    }

    public void deletePod(String name) throws IOException, InterruptedException {
        var pod = fixture.api().find(Kinds.PODS, BoundClaims.NAMESPACE, name).orElseThrow();
        fixture.api().delete(pod, Kinds.PODS);
    }

    /// The reasons of all events about a claim, sorted.
    public List<String> events(String claim) throws IOException, InterruptedException {
        return about(claim, "reason");
    }

    public List<String> eventTexts(String claim) throws IOException, InterruptedException {
        return about(claim, "message");
    }

    private List<String> about(String claim, String field) throws IOException, InterruptedException {
        List<String> found = new ArrayList<>();
        try (InputStream in = fixture.api().stream(Kinds.EVENTS.path(BoundClaims.NAMESPACE) + "?limit=1000")) {
            for (JsonNode event : Json.read(in.readAllBytes()).path("items")) {
                if (event.at("/involvedObject/name").asText().equals(claim)) {
                    found.add(event.path(field).asText());
                }
            }
        }
        found.sort(null);
        return found;
    }

    @Override
    public void close() throws IOException {
        if (resizeController != null) {
            resizeController.close();
        }
        if (context != null) {
            context.informers().close();
            context.events().close();
            context.driver().close();
        }
        driver.close();
        api.close();
        fixture.close();
    }
}
