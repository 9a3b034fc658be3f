package dev.stowage.interop.sidecar;

import static dev.stowage.interop.sidecar.SidecarComponent.LIVENESS;
import static dev.stowage.interop.sidecar.SidecarComponent.REGISTRAR;

import dev.stowage.csi.ClientOptions;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.SocketClient;
import dev.stowage.csi.registration.v1.InfoRequest;
import dev.stowage.csi.registration.v1.PluginInfo;
import dev.stowage.csi.registration.v1.RegistrationGrpc;
import dev.stowage.csi.registration.v1.RegistrationStatus;
import dev.stowage.interop.driver.DriverProcess;
import dev.stowage.interop.process.Await;
import dev.stowage.interop.process.Daemon;
import dev.stowage.interop.process.FreePort;
import dev.stowage.interop.sidecar.recording.FaultInjection.Fault;
import dev.stowage.interop.sidecar.recording.FaultInjection.Moment;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;

/// The sidecars that run beside a driver on every node.
final class NodeSidecarScenarios {

    static final List<SidecarScenario> ALL = List.of(
            SidecarScenario.quick("register", REGISTRAR, NodeSidecarScenarios::register),
            SidecarScenario.quick("liveness", LIVENESS, NodeSidecarScenarios::liveness));

    private static final Duration SOON = Duration.ofSeconds(90);

    private NodeSidecarScenarios() {}

    private static void register(SidecarScenarioContext context) throws Exception {
        context.driver("--backend=directory");
        Path folder = Files.createDirectories(context.directory().resolve("r"));
        int port = FreePort.next();
        Daemon registrar = context.sidecar(
                REGISTRAR,
                "--plugin-registration-path=" + folder,
                "--kubelet-registration-path=/var/lib/kubelet/plugins/$DRIVER/csi.sock",
                "--timeout=20s",
                "--http-endpoint=127.0.0.1:" + port);
        Path socket = folder.resolve(context.filled("$DRIVER-reg.sock"));
        Await.until("the socket of the registration", SOON, List.of(registrar), () -> Files.exists(socket));
        if (PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)).endsWith("------")) {
            context.transcript().remark("only its owner may use the socket");
        }
        try (SocketClient kubelet = SocketClient.connect(
                new CsiEndpoint(socket), ClientOptions.defaults().withWaitForReady(true))) {
            var stub = RegistrationGrpc.newBlockingStub(kubelet.channel());
            PluginInfo info = stub.getInfo(InfoRequest.getDefaultInstance());
            context.transcript()
                    .remark("it says: type %s, name %s, endpoint %s, versions %s"
                            .formatted(
                                    info.getType(),
                                    info.getName(),
                                    info.getEndpoint(),
                                    info.getSupportedVersionsList()));
            stub.notifyRegistrationStatus(
                    RegistrationStatus.newBuilder().setPluginRegistered(true).build());
            // Its health page may start a moment after its socket.
            Await.until("its page", SOON, List.of(registrar), () -> status(port) > 0);
            context.transcript().remark("healthy: " + answer(port));
            refuse(stub);
        }
        registrar.awaitEnd(SOON);
        context.transcript().remark("after a failed registration it exits with status " + registrar.exit());
    }

    private static void refuse(RegistrationGrpc.RegistrationBlockingStub stub) {
        try {
            stub.notifyRegistrationStatus(
                    RegistrationStatus.newBuilder().setError("not this one").build());
        } catch (StatusRuntimeException _) {
            // It exits before or after it responds.
        }
    }

    private static void liveness(SidecarScenarioContext context) throws Exception {
        DriverProcess driver = context.driver("--backend=directory");
        context.faultInjection()
                .plan(
                        "Probe",
                        2,
                        Moment.BEFORE,
                        new Fault.ReturnStatus(Status.FAILED_PRECONDITION.withDescription("no disk")));
        int port = FreePort.next();
        Daemon probe = context.sidecar(LIVENESS, "--http-endpoint=127.0.0.1:" + port, "--probe-timeout=10s");
        Await.until("its answers", SOON, List.of(probe), () -> status(port) > 0);
        context.transcript().remark("the driver is not well: " + status(port));
        context.transcript().remark("it is well again: " + answer(port));
        driver.kill();
        context.transcript().remark("it was killed: " + status(port));
        driver.startAgain();
        Await.until("its return", SOON, List.of(probe), () -> status(port) == 200);
        context.transcript().remark("it was started again: " + answer(port));
    }

    private static int status(int port) throws IOException, InterruptedException {
        return ask(port).statusCode();
    }

    private static String answer(int port) throws IOException, InterruptedException {
        HttpResponse<String> answer = ask(port);
        return answer.statusCode() + " " + answer.body().strip();
    }

    private static HttpResponse<String> ask(int port) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/healthz"))
                            .build(),
                    BodyHandlers.ofString());
        }
    }
}
