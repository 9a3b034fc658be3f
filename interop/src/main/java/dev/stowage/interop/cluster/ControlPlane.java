package dev.stowage.interop.cluster;

import dev.stowage.interop.process.Await;
import dev.stowage.interop.process.Daemon;
import dev.stowage.interop.process.FreePort;
import dev.stowage.interop.reference.BuiltPrograms;
import dev.stowage.interop.reference.DebianPackage;
import dev.stowage.interop.reference.ReferenceProgram;
import dev.stowage.interop.suite.SuiteWorkspace;
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
import java.util.stream.Stream;

/// A Kubernetes control plane on loopback, with its own directories, ports and certificates. Its programs are the
/// real ones; the API server is the real one or ours.
public final class ControlPlane implements AutoCloseable {

    /// What every control plane here is made of.
    public static final Set<ReferenceProgram> PROGRAMS = Set.of(
            ReferenceProgram.KUBE_APISERVER,
            ReferenceProgram.KUBE_CONTROLLER_MANAGER,
            ReferenceProgram.KUBE_SCHEDULER,
            ReferenceProgram.KUBECTL);

    public static final Set<DebianPackage> PACKAGES = Set.of(DebianPackage.ETCD, DebianPackage.OPENSSL);

    private static final Duration READY = Duration.ofMinutes(3);

    private final Path directory;
    private final boolean embedded;
    private final Path logs;
    private final BuiltPrograms programs;
    private final ClusterPki clusterPki;
    private final ClusterPki.KeyPairFiles serving;
    private final int port;
    private final String server;
    private final Kubectl kubectl;
    private final Map<String, List<String>> servers = new LinkedHashMap<>();
    private final Deque<Daemon> running = new ArrayDeque<>();

    private ControlPlane(SuiteWorkspace workspace, boolean embedded) throws IOException, InterruptedException {
        this.directory = workspace.directory(embedded ? "embedded" : "control-plane");
        this.embedded = embedded;
        this.logs = workspace.logs();
        this.programs = workspace.programs();
        this.clusterPki = ClusterPki.create(directory.resolve("pki"));
        this.serving = clusterPki.issue("serving", "localhost", "");
        this.port = FreePort.next();
        this.server = "https://127.0.0.1:" + port;
        this.kubectl =
                new Kubectl(programs.path(ReferenceProgram.KUBECTL), kubeconfig("admin", "system:masters"), directory);
    }

    /// Starts the API server, with etcd if needed, and waits until it is ready. The workspace stops them.
    ///
    /// @param parts what runs beside the API server
    public static ControlPlane start(SuiteWorkspace workspace, Parts parts) throws IOException, InterruptedException {
        ControlPlane plane = new ControlPlane(workspace, parts.embedded());
        workspace.own(plane);
        plane.startServer(parts);
        plane.awaitReady();
        if (parts.controllerManager()) {
            plane.running.push(plane.controllerManager(parts.controllerManagerFlags()));
        }
        if (parts.scheduler()) {
            plane.startScheduler();
        }
        return plane;
    }

    /// @param embedded whether the API server is ours
    /// @param controllerManagerFlags for example `--controllers=*,-persistentvolume-binder-controller`
    public record Parts(
            boolean embedded, boolean controllerManager, boolean scheduler, List<String> controllerManagerFlags) {

        public static final Parts ALL = new Parts(false, true, true, List.of());
        public static final Parts SERVER_ONLY = new Parts(false, false, false, List.of());
        public static final Parts EMBEDDED = new Parts(true, true, true, List.of());
        public static final Parts EMBEDDED_ONLY = new Parts(true, false, false, List.of());
    }

    public Kubectl kubectl() {
        return kubectl;
    }

    /// The administrator's; mode 0600.
    public Path kubeconfig() {
        return kubectl.kubeconfig();
    }

    public String server() {
        return server;
    }

    ClusterPki clusterPki() {
        return clusterPki;
    }

    /// Ours speaks JSON only.
    String contentType() {
        return embedded ? "application/json" : "application/vnd.kubernetes.protobuf";
    }

    /// The log of one of its programs, such as `kube-scheduler`.
    Path log(String program) {
        return logs.resolve(program + ".log");
    }

    /// What clients of this cluster trust.
    public Path authority() {
        return clusterPki.authority();
    }

    /// The administrator's certificate and key, as PEM files.
    public List<Path> administrator() {
        return List.of(directory.resolve("pki/admin.crt"), directory.resolve("pki/admin.key"));
    }

    /// Of everything that runs: with kube-apiserver also its etcd.
    public List<Long> processes() {
        return running.stream().map(Daemon::pid).toList();
    }

    /// Stops the API server and its etcd, and starts them again on the same data. Returns at once.
    public void restart() throws IOException {
        close();
        for (Map.Entry<String, List<String>> program : servers.entrySet()) {
            start(program.getKey(), program.getValue());
        }
    }

    public void requireAlive() throws IOException {
        for (Daemon daemon : running) {
            daemon.requireAlive();
        }
    }

    /// A kubeconfig for one more user of this cluster.
    Path kubeconfig(String user, String group) throws IOException, InterruptedException {
        String name = user.substring(user.lastIndexOf(':') + 1);
        Path file = directory.resolve(name + ".kubeconfig");
        return Files.exists(file)
                ? file // of a program that is started again
                : KubeconfigFile.write(file, server, clusterPki.authority(), clusterPki.issue(name, user, group));
    }

    private void startServer(Parts parts) throws IOException, InterruptedException {
        ApiServerFiles files = ApiServerFiles.prepare(directory, clusterPki, serving, port);
        if (parts.embedded()) {
            servers.put("stowage-apiserver", EmbeddedApiServer.argv(files));
        } else {
            KubeApiServer server = KubeApiServer.of(files);
            servers.put("etcd", server.etcdArgv());
            servers.put("kube-apiserver", server.argv(programs.path(ReferenceProgram.KUBE_APISERVER)));
        }
        restart();
    }

    /// Starts kube-controller-manager in addition; the caller must stop it.
    ///
    /// @param more for example `--controllers=*,-persistentvolume-binder-controller`
    public Daemon controllerManager(List<String> more) throws IOException, InterruptedException {
        Path kubeconfig = kubeconfig("system:kube-controller-manager", "");
        List<String> argv = new ArrayList<>(List.of(
                programs.path(ReferenceProgram.KUBE_CONTROLLER_MANAGER),
                "--use-service-account-credentials=true",
                "--service-account-private-key-file=" + clusterPki.serviceAccountKey(),
                "--root-ca-file=" + clusterPki.authority(),
                "--cluster-signing-cert-file=" + clusterPki.authority(),
                "--cluster-signing-key-file=" + clusterPki.authorityKey(),
                "--flex-volume-plugin-dir=" + Files.createDirectories(directory.resolve("flex"))));
        argv.addAll(componentFlags(kubeconfig));
        argv.addAll(more);
        return Daemon.start("kube-controller-manager", logs, argv);
    }

    private void startScheduler() throws IOException, InterruptedException {
        Path kubeconfig = kubeconfig("system:kube-scheduler", "");
        start(
                "kube-scheduler",
                Stream.concat(
                                Stream.of(programs.path(ReferenceProgram.KUBE_SCHEDULER)),
                                componentFlags(kubeconfig).stream())
                        .toList());
    }

    private List<String> componentFlags(Path kubeconfig) throws IOException {
        return List.of(
                "--kube-api-content-type=" + contentType(),
                "--kubeconfig=" + kubeconfig,
                "--authentication-kubeconfig=" + kubeconfig,
                "--authorization-kubeconfig=" + kubeconfig,
                "--bind-address=127.0.0.1",
                "--secure-port=" + FreePort.next(),
                "--tls-cert-file=" + serving.certificate(),
                "--tls-private-key-file=" + serving.key(),
                "--leader-elect=false");
    }

    private void start(String name, List<String> argv) throws IOException {
        running.push(Daemon.start(name, logs, argv));
    }

    private void awaitReady() throws IOException, InterruptedException {
        Await.until(
                "readiness of the API server",
                READY,
                List.copyOf(running),
                () -> kubectl.output("get", "--raw", "/readyz").equals("ok"));
        // kube-apiserver creates them after it reports ready.
        Await.until(
                "the first namespaces",
                READY,
                List.copyOf(running),
                () -> kubectl.run("get", "namespaces", "default", "kube-system", "kube-node-lease")
                        .succeeded());
    }

    /// Newest first, so that the API server stops before its etcd.
    @Override
    public void close() {
        while (!running.isEmpty()) {
            running.pop().close();
        }
    }
}
