package dev.stowage.sidecar.registrar;

import dev.stowage.csi.ClientOptions;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.SocketClient;
import dev.stowage.csi.registration.v1.InfoRequest;
import dev.stowage.csi.registration.v1.RegistrationGrpc;
import dev.stowage.kube.endpoint.HttpPage;
import dev.stowage.kube.endpoint.PageResponse;
import io.grpc.StatusRuntimeException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.time.Duration;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Whether the kubelet would find this driver in its directory now.
final class RegistrationHealth implements HttpPage {

    private static final Logger log = LoggerFactory.getLogger(RegistrationHealth.class);
    private static final Duration DIAL = Duration.ofSeconds(30);

    private final CsiEndpoint socket;
    private final String driverName;
    private final Duration timeout;

    RegistrationHealth(CsiEndpoint socket, String driverName, Duration timeout) {
        this.socket = socket;
        this.driverName = driverName;
        this.timeout = timeout;
    }

    @Override
    public PageResponse answer(Map<String, String> query) throws InterruptedException {
        if (!Files.exists(socket.socket(), LinkOption.NOFOLLOW_LINKS)) {
            return unhealthy(404, "registration socket does not exist");
        }
        try (SocketClient client =
                SocketClient.connect(socket, ClientOptions.defaults().withDeadline(timeout))) {
            if (!client.awaitConnected(DIAL)) {
                return unhealthy(500, "cannot connect to the registration socket " + socket);
            }
            String found = RegistrationGrpc.newBlockingStub(client.channel())
                    .getInfo(InfoRequest.getDefaultInstance())
                    .getName();
            return found.equals(driverName) ? PageResponse.ok() : unhealthy(500, "invalid driver name " + found);
        } catch (StatusRuntimeException e) {
            return unhealthy(500, "cannot call the registration socket: " + e.getMessage());
        }
    }

    private static PageResponse unhealthy(int status, String why) {
        log.warn("Health check failed: {}.", why);
        return PageResponse.text(status, why);
    }
}
