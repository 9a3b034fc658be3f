package dev.stowage.interop.sidecar;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.interop.cluster.ResourceKind;
import dev.stowage.interop.driver.DriverPreparation;
import dev.stowage.interop.driver.DriverProcess;
import dev.stowage.interop.driver.SanityOptions;
import dev.stowage.interop.driver.TestedDriver;
import dev.stowage.interop.process.Await;
import dev.stowage.interop.process.Daemon;
import dev.stowage.interop.process.LogTail;
import dev.stowage.interop.sidecar.recording.ApiProxy;
import dev.stowage.interop.sidecar.recording.CsiProxy;
import dev.stowage.interop.sidecar.recording.FaultInjection;
import dev.stowage.interop.sidecar.recording.Transcript;
import dev.stowage.interop.sidecar.recording.TranscriptNormalizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/// One scenario with one subject: its own namespace, driver and two proxies, so that scenarios are isolated from each
/// other.
final class SidecarScenarioContext implements AutoCloseable {

    private static final Duration SOON = Duration.ofMinutes(3);
    private static final long QUIET_MILLIS = 1000;

    private final SidecarFixture fixture;
    private final SidecarSubject subject;
    private final String namespace;
    private final String driverName;
    private final Path directory;
    private final Transcript transcript = new Transcript();
    private final FaultInjection faultInjection = new FaultInjection();
    private final Deque<AutoCloseable> owned = new ArrayDeque<>();
    private final Map<SidecarComponent, Daemon> running = new ConcurrentHashMap<>();
    private final ApiProxy api;
    private final Path kubeconfig;

    SidecarScenarioContext(SidecarFixture fixture, SidecarSubject subject, String scenario)
            throws IOException, InterruptedException {
        this.fixture = fixture;
        this.subject = subject;
        this.namespace = scenario + "-" + subject.name();
        this.driverName = namespace + ".csi.test";
        this.directory = fixture.workspace().directory(namespace);
        fixture.adminApiClient()
                .create("", "{kind: Namespace, apiVersion: v1, metadata: {name: %s}}".formatted(namespace));
        this.api = own(new ApiProxy(
                fixture.adminApiClient().client(), fixture.adminApiClient().server(), transcript, faultInjection));
        this.kubeconfig = Files.writeString(directory.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                current-context: recorded
                contexts: [{name: recorded, context: {cluster: recorded, user: recorded}}]
                clusters: [{name: recorded, cluster: {server: "%s"}}]
                users: [{name: recorded, user: {}}]
                """.formatted(api.address()));
    }

    private <T extends AutoCloseable> T own(T resource) {
        owned.push(resource);
        return resource;
    }

    /// Starts our driver and the proxy in front of it.
    ///
    /// @param recorded read-only calls to the driver that belong to the transcript
    DriverProcess driver(Set<String> recorded, String... flags) throws IOException, InterruptedException {
        List<String> more = new ArrayList<>(List.of("--driver-name", driverName));
        for (String flag : flags) {
            more.add(filled(flag));
        }
        DriverProcess driver = own(DriverProcess.start(
                fixture.workspace(),
                new TestedDriver(
                        namespace + "-driver",
                        (endpoint, data) -> {
                            List<String> arguments = new ArrayList<>(List.of(
                                    "driver",
                                    "--endpoint",
                                    endpoint,
                                    "--node-id",
                                    "node-a",
                                    "--data",
                                    data.toString()));
                            arguments.addAll(more);
                            return arguments;
                        },
                        DriverPreparation.NONE,
                        true,
                        SanityOptions.PLAIN)));
        own(new CsiProxy(
                new CsiEndpoint(socket()), new CsiEndpoint(driver.socket()), transcript, faultInjection, recorded));
        return driver;
    }

    DriverProcess driver(String... flags) throws IOException, InterruptedException {
        return driver(Set.of(), flags);
    }

    /// The driver's socket for the sidecars.
    Path socket() {
        return directory.resolve("csi.sock");
    }

    Path directory() {
        return directory;
    }

    Daemon sidecar(SidecarComponent sidecarComponent, String... flags) throws IOException {
        return sidecar(sidecarComponent, Map.of(), flags);
    }

    Daemon sidecar(SidecarComponent sidecarComponent, Map<String, String> environment, String... flags)
            throws IOException {
        List<String> argv = new ArrayList<>(subject.argv(sidecarComponent).orElseThrow());
        argv.addAll(subject.plain(sidecarComponent));
        Daemon daemon = start(sidecarComponent, argv, environment, flags);
        running.put(sidecarComponent, daemon);
        return daemon;
    }

    /// As a user starts it, with all features beyond upstream.
    void wholeSidecar(SidecarComponent sidecarComponent, String... flags) throws IOException {
        running.put(
                sidecarComponent,
                start(sidecarComponent, subject.argv(sidecarComponent).orElseThrow(), Map.of(), flags));
    }

    /// With its own host name.
    Daemon sidecarOn(String host, SidecarSubject whose, SidecarComponent sidecarComponent, String... flags)
            throws IOException, InterruptedException {
        List<String> argv =
                new ArrayList<>(own(UtsNamespace.named(host, directory)).argv());
        argv.addAll(whose.argv(sidecarComponent).orElseThrow());
        argv.addAll(whose.plain(sidecarComponent));
        return start(sidecarComponent, argv, Map.of(), flags);
    }

    private Daemon start(
            SidecarComponent sidecarComponent, List<String> program, Map<String, String> environment, String... flags)
            throws IOException {
        List<String> argv = new ArrayList<>(program);
        if (sidecarComponent.needsApi()) {
            argv.add("--kubeconfig=" + kubeconfig);
        }
        argv.add("--csi-address=" + socket());
        argv.addAll(sidecarComponent.defaults());
        for (String flag : flags) {
            argv.add(filled(flag));
        }
        return own(Daemon.start(
                namespace + "-" + sidecarComponent.program(),
                fixture.workspace().logs(),
                environment,
                argv));
    }

    /// SIGKILL, as a crash would be.
    void kill(SidecarComponent sidecarComponent) throws InterruptedException {
        Daemon daemon = running.remove(sidecarComponent);
        if (daemon != null) {
            daemon.kill();
        }
    }

    SidecarSubject subject() {
        return subject;
    }

    SidecarFixture fixture() {
        return fixture;
    }

    Path kubeconfig() {
        return kubeconfig;
    }

    FaultInjection faultInjection() {
        return faultInjection;
    }

    Transcript transcript() {
        return transcript;
    }

    /// `$NS` and `$DRIVER` stand for the names of this scenario.
    String filled(String text) {
        return text.replace("$NS", namespace).replace("$DRIVER", driverName);
    }

    void create(String manifest) throws IOException, InterruptedException {
        fixture.adminApiClient().create(namespace, filled(manifest));
    }

    void patch(ResourceKind resourceKind, String name, String change) throws IOException, InterruptedException {
        fixture.adminApiClient().patch(resourceKind.path(namespace, filled(name)), filled(change));
    }

    void patchStatus(ResourceKind resourceKind, String name, String change) throws IOException, InterruptedException {
        fixture.adminApiClient().patch(resourceKind.path(namespace, filled(name)) + "/status", filled(change));
    }

    void delete(ResourceKind resourceKind, String name) throws IOException, InterruptedException {
        transcript.remark("the script deletes " + resourceKind.plural() + " "
                + filled(name).replaceFirst("\\?.*", ""));
        fixture.adminApiClient().delete(resourceKind.path(namespace, filled(name)));
    }

    JsonNode get(ResourceKind resourceKind, String name) throws IOException, InterruptedException {
        return fixture.adminApiClient().get(resourceKind.path(namespace, filled(name)));
    }

    JsonNode list(ResourceKind resourceKind) throws IOException, InterruptedException {
        return fixture.adminApiClient().get(resourceKind.path(namespace)).path("items");
    }

    JsonNode await(String what, ResourceKind resourceKind, String name, Predicate<JsonNode> check)
            throws IOException, InterruptedException {
        Await.until(what, SOON, List.of(), () -> allAlive() && check.test(get(resourceKind, name)));
        return get(resourceKind, name);
    }

    void awaitGone(ResourceKind resourceKind, String name) throws IOException, InterruptedException {
        await("the end of " + filled(name), resourceKind, name, JsonNode::isMissingNode);
    }

    /// Evaluated each time: a script may kill one while it waits.
    private boolean allAlive() {
        for (Daemon daemon : running.values()) {
            if (!daemon.alive()) {
                throw new IllegalStateException(
                        daemon.name() + " exited; its log ends with:\n" + LogTail.of(daemon.log(), 10));
            }
        }
        return true;
    }

    void awaitText(String what, Predicate<Transcript> check) throws IOException, InterruptedException {
        Await.until(what, SOON, List.of(), () -> allAlive() && check.test(transcript));
    }

    /// Waits until nothing was written for a while: an event, or the last of several writes, may be late.
    void settle() throws IOException, InterruptedException {
        Await.until("quiet", SOON, List.of(), () -> transcript.quietFor(QUIET_MILLIS));
    }

    String text() {
        Map<String, String> fixed = new LinkedHashMap<>();
        fixed.put(driverName, "DRIVER");
        fixed.put(driverName.replace('.', '-'), "DRIVER-IN-A-NAME");
        fixed.put(namespace, "NS");
        fixed.put(directory.toString(), "DIRECTORY");
        return transcript.text(new TranscriptNormalizer(fixed));
    }

    @Override
    public void close() throws IOException {
        IOException failure = null;
        while (!owned.isEmpty()) {
            try {
                owned.pop().close();
            } catch (Exception e) {
                failure = new IOException("cleaning up after " + namespace + " failed", e);
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
