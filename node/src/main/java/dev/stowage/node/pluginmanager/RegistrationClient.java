package dev.stowage.node.pluginmanager;

import dev.stowage.csi.ClientOptions;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.SocketClient;
import dev.stowage.csi.registration.v1.InfoRequest;
import dev.stowage.csi.registration.v1.PluginInfo;
import dev.stowage.csi.registration.v1.RegistrationGrpc;
import dev.stowage.csi.registration.v1.RegistrationGrpc.RegistrationBlockingStub;
import dev.stowage.csi.registration.v1.RegistrationStatus;
import io.grpc.StatusRuntimeException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The client of a registration socket during a registration. The responses of the other side are not trusted.
final class RegistrationClient implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(RegistrationClient.class);
    private static final Duration DIAL = Duration.ofSeconds(10);
    private static final Duration INFO = Duration.ofSeconds(1);
    private static final Duration NOTIFY = Duration.ofSeconds(5);

    /// A socket exists for a moment before the plugin listens on it.
    private static final Duration RECONNECT = Duration.ofMillis(50);

    private static final int LARGEST_ANSWER = 64 << 10;

    private final Path socket;
    private final SocketClient client;

    private RegistrationClient(Path socket, SocketClient client) {
        this.socket = socket;
        this.client = client;
    }

    static RegistrationClient dial(Path socket) throws RegistrationException, InterruptedException {
        RegistrationClient registrationClient = new RegistrationClient(socket, connect(socket));
        if (!registrationClient.client.awaitConnected(DIAL)) {
            registrationClient.close();
            throw new RegistrationException(
                    "RegisterPlugin error -- dial failed at socket " + socket + ", err: no response");
        }
        return registrationClient;
    }

    private static SocketClient connect(Path socket) throws RegistrationException {
        try {
            return SocketClient.connect(
                    new CsiEndpoint(socket),
                    ClientOptions.defaults()
                            .withDeadline(NOTIFY)
                            .withMaxReconnectDelay(RECONNECT)
                            .withMaxResponseBytes(LARGEST_ANSWER));
        } catch (IllegalArgumentException e) {
            throw new RegistrationException("RegisterPlugin error -- dial failed at socket " + socket + ", err: ", e);
        }
    }

    PluginInfo info() throws RegistrationException {
        try {
            return stub(INFO).getInfo(InfoRequest.getDefaultInstance());
        } catch (StatusRuntimeException e) {
            throw new RegistrationException(
                    "RegisterPlugin error -- failed to get plugin info using RPC GetInfo at socket " + socket
                            + ", err: ",
                    e);
        }
    }

    void notifyRegistered() throws RegistrationException {
        try {
            notify(true, "");
        } catch (StatusRuntimeException e) {
            throw new RegistrationException(
                    "RegisterPlugin error -- failed to send registration status at socket " + socket + ", err: ", e);
        }
    }

    void notifyFailed(String why) {
        try {
            notify(false, why);
        } catch (StatusRuntimeException e) {
            log.info("Cannot report the rejection to the plugin at {}: {}", socket, e.getMessage());
        }
    }

    private void notify(boolean registered, String error) {
        var _ = stub(NOTIFY)
                .notifyRegistrationStatus(RegistrationStatus.newBuilder()
                        .setPluginRegistered(registered)
                        .setError(error)
                        .build());
    }

    private RegistrationBlockingStub stub(Duration time) {
        return RegistrationGrpc.newBlockingStub(client.channel())
                .withDeadlineAfter(time.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        client.close();
    }
}
