package dev.stowage.sidecar.provisioner;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.flags.FlagSet;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.sidecar.RoleContext;
import dev.stowage.sidecar.RoleFlags;
import dev.stowage.sidecar.provisioner.extension.ProvisionerExtensions;
import dev.stowage.sidecar.provisioner.journal.ProvisioningJournal;
import dev.stowage.sidecar.provisioner.journal.ProvisioningJournalTest;
import dev.stowage.sidecar.provisioner.options.ProvisionerFlags;
import dev.stowage.sidecar.provisioner.options.ProvisionerOptions;
import dev.stowage.sidecar.testing.FakeDriver;
import dev.stowage.sidecar.testing.SidecarFixture;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/// A server, a driver, provisioners that are started and stopped, and a scripted binder.
final class ProvisionerFixture implements AutoCloseable {
    private static final String PROTECTION = "kubernetes.io/pvc-protection";

    final SidecarFixture cluster;
    final FakeDriver driver;
    final FakeVolumes fakeVolumes;
    private final List<ProvisionController> provisioners = new ArrayList<>();
    private final List<RoleContext> shareds = new ArrayList<>();

    ProvisionerFixture(Path folder) throws Exception {
        cluster = new SidecarFixture(folder);
        driver = new FakeDriver(folder);
        fakeVolumes = new FakeVolumes(driver);
    }

    static ProvisionerOptions options(String... args) {
        return options(Map.of(), args);
    }

    static ProvisionerOptions options(Map<String, String> environment, String... args) {
        FlagSet flags = new FlagSet("csi-provisioner", "test");
        var declared = new ProvisionerFlags(RoleFlags.alone(flags));
        List<String> line =
                new ArrayList<>(List.of("--timeout=1m", "--retry-interval-start=50ms", "--retry-interval-max=200ms"));
        line.addAll(List.of(args));
        return declared.read(flags.parse(line), environment);
    }

    /// Starts a provisioner.
    RoleContext begin(ProvisionerExtensions extensions, String... args) throws Exception {
        RoleContext context = cluster.shared(driver);
        ProvisionController provisionController = new ProvisionController(context, options(args), extensions);
        context.informers().start();
        provisionController.start();
        shareds.add(context);
        provisioners.add(provisionController);
        return context;
    }

    /// A provisioner with all components that its driver and its flags need.
    RoleContext beginWhole(FakeDriver own, Map<String, String> environment, String... args) throws Exception {
        RoleContext context = cluster.shared(own);
        ProvisionController provisionController = new ProvisionController(context, options(environment, args));
        context.informers().start();
        provisionController.start();
        shareds.add(context);
        provisioners.add(provisionController);
        return context;
    }

    void node(String name, String zone) throws IOException, InterruptedException {
        cluster.create(Kinds.NODES, "", """
                {"metadata": {"name": "%s", "labels": {"zone": "%s"}}}""".formatted(name, zone));
        cluster.create(Kinds.CSI_NODES, "", """
                {"metadata": {"name": "%1$s"}, "spec": {"drivers": [
                  {"name": "%2$s", "nodeID": "%1$s", "topologyKeys": ["zone"]}]}}""".formatted(name, FakeDriver.NAME));
    }

    RoleContext begin(String... args) throws Exception {
        return begin(ProvisionerExtensions.none(), args);
    }

    /// Prepares a provisioner whose caches hold what exists now and do not change any more: its watches are
    /// closed. Start it with [#begin(RoleContext)].
    RoleContext prepareStale(String... args) throws Exception {
        RoleContext context = cluster.shared(driver);
        provisioners.add(new ProvisionController(context, options(args), ProvisionerExtensions.none()));
        shareds.add(context);
        context.informers().start();
        for (Informer<?> informer : context.informers().all()) {
            informer.awaitSynced();
        }
        context.informers().close();
        return context;
    }

    void begin(RoleContext prepared) throws Exception {
        provisioners.get(shareds.indexOf(prepared)).start();
    }

    /// Simulates a kill: its connections break, and it neither finishes nor undoes anything.
    void kill(RoleContext context) {
        context.informers().close();
        context.events().close();
        abandon(provisioners.remove(shareds.indexOf(context)));
        shareds.remove(context);
        context.driver().close();
    }

    /// From now on it starts no new work; work in progress ends when its connections break. No one waits for
    /// it.
    private static void abandon(ProvisionController provisionController) {
        Thread.ofVirtual().start(provisionController::close);
    }

    void storageClass(String fields) throws IOException, InterruptedException {
        cluster.create(Kinds.STORAGE_CLASSES, "", """
                {"metadata": {"name": "fast"}, "provisioner": "%s" %s}
                """.formatted(FakeDriver.NAME, fields));
    }

    PersistentVolumeClaim claim(String name) throws IOException, InterruptedException {
        return claim(name, "");
    }

    /// @param annotations additional ones, each with a leading comma
    PersistentVolumeClaim claim(String name, String annotations) throws IOException, InterruptedException {
        return cluster.create(Kinds.CLAIMS, "default", """
                {"metadata": {"name": "%s", "annotations": {"%s": "%s" %s}},
                 "spec": {"storageClassName": "fast", "accessModes": ["ReadWriteOnce"],
                          "resources": {"requests": {"storage": "1Gi"}}}}
                """.formatted(
                        name, VolumeAnnotations.STORAGE_PROVISIONER, FakeDriver.NAME, annotations));
    }

    Optional<PersistentVolumeClaim> find(PersistentVolumeClaim claim) throws ApiFailure, InterruptedException {
        return cluster.api()
                .find(Kinds.CLAIMS, claim.meta().namespace(), claim.meta().name());
    }

    Optional<PersistentVolume> volume(String name) throws ApiFailure, InterruptedException {
        return cluster.api().find(Kinds.VOLUMES, "", name);
    }

    static String volumeName(PersistentVolumeClaim claim) {
        return "pvc-" + claim.meta().uid();
    }

    PersistentVolume awaitVolume(PersistentVolumeClaim claim) {
        await().until(() -> volume(volumeName(claim)).isPresent());
        try {
            return volume(volumeName(claim)).orElseThrow();
        } catch (ApiFailure e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /// Requests the deletion as a user does, and removes the protection finalizer as its controller would.
    void delete(PersistentVolumeClaim claim) throws ApiFailure, InterruptedException {
        cluster.api().delete(claim, Kinds.CLAIMS);
        await().ignoreExceptionsMatching(ApiFailure.class::isInstance).until(() -> !unprotect(claim));
    }

    private boolean unprotect(PersistentVolumeClaim claim) throws ApiFailure, InterruptedException {
        Optional<PersistentVolumeClaim> left =
                find(claim).filter(now -> now.meta().hasFinalizer(PROTECTION));
        if (left.isPresent()) {
            cluster.api()
                    .patch(Kinds.CLAIMS, "default", claim.meta().name(), Patch.removeFinalizer(left.get(), PROTECTION));
        }
        return left.isPresent();
    }

    void bind(PersistentVolumeClaim claim) throws ApiFailure, InterruptedException {
        var spec = Json.object();
        spec.putObject("spec").put("volumeName", volumeName(claim));
        cluster.api().patch(Kinds.CLAIMS, "default", claim.meta().name(), Patch.merge(spec));
        var status = Json.object();
        status.putObject("status").put("phase", "Bound");
        cluster.api()
                .patch(
                        Kinds.CLAIMS,
                        "default",
                        claim.meta().name(),
                        Patch.merge(status).status());
    }

    void phase(String volume, String phase) throws ApiFailure, InterruptedException {
        var status = Json.object();
        status.putObject("status").put("phase", phase);
        cluster.api().patch(Kinds.VOLUMES, "", volume, Patch.merge(status).status());
    }

    /// The events of an object: `reason: message`.
    List<String> events(String object) throws IOException {
        try (var in = cluster.api().stream("/api/v1/namespaces/default/events")) {
            List<String> said = new ArrayList<>();
            for (JsonNode event : Json.read(in.readAllBytes()).path("items")) {
                if (event.path("involvedObject").path("name").asText().equals(object)) {
                    said.add(event.path("reason").asText() + ": "
                            + event.path("message").asText());
                }
            }
            return said;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    /// The uids of the claims in the journal.
    List<String> noted() throws IOException, InterruptedException {
        List<String> uids = new ArrayList<>();
        new ProvisioningJournal(
                        cluster.api(),
                        "default",
                        ProvisioningJournalTest.OWNER,
                        claim -> uids.add(claim.meta().uid()))
                .read();
        return uids;
    }

    static void waitFor(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Waits until neither the claim nor a volume nor a journal entry is left.
    void awaitNothingLeft(PersistentVolumeClaim claim) {
        await().until(() -> find(claim).isEmpty() && fakeVolumes.all().isEmpty());
        await().until(() -> noted().isEmpty());
    }

    int count(String method) {
        return driver.calls(method).size();
    }

    @Override
    public void close() throws IOException {
        provisioners.forEach(ProvisionerFixture::abandon);
        shareds.forEach(context -> {
            context.informers().close();
            context.events().close();
            context.driver().close();
        });
        driver.close();
        cluster.close();
    }
}
