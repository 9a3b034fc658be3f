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

/// Whether the kubelet, looking into its directory now, would find this driver.
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
            return unwell(404, "registration socket does not exist");
        }
        try (SocketClient client =
                SocketClient.connect(socket, ClientOptions.defaults().withDeadline(timeout))) {
            if (!client.awaitConnected(DIAL)) {
                return unwell(500, "cannot connect to the registration socket " + socket);
            }
            String found = RegistrationGrpc.newBlockingStub(client.channel())
                    .getInfo(InfoRequest.getDefaultInstance())
                    .getName();
            return found.equals(driverName) ? PageResponse.ok() : unwell(500, "invalid driver name " + found);
        } catch (StatusRuntimeException e) {
            return unwell(500, "the registration socket does not answer: " + e.getMessage());
        }
    }

    private static PageResponse unwell(int status, String why) {
        log.warn("Health check failed: {}.", why);
        return PageResponse.text(status, why);
    }
}
