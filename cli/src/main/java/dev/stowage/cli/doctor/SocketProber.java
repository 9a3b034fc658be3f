package dev.stowage.cli.doctor;

import dev.stowage.csi.ClientOptions;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.SocketClient;
import dev.stowage.csi.registration.v1.InfoRequest;
import dev.stowage.csi.registration.v1.PluginInfo;
import dev.stowage.csi.registration.v1.RegistrationGrpc;
import dev.stowage.csi.v1.GetPluginInfoRequest;
import dev.stowage.csi.v1.GetPluginInfoResponse;
import dev.stowage.csi.v1.IdentityGrpc;
import dev.stowage.csi.v1.ProbeRequest;
import dev.stowage.csi.v1.ProbeResponse;
import dev.stowage.explain.doctor.node.PluginRegistration;
import dev.stowage.explain.doctor.node.PluginSocket;
import io.grpc.Channel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/// Probes a socket. The response is not trusted, and there may be none.
///
/// @param time the timeout of the connection, and of each call
record SocketProber(Duration time) {
    private static final Duration RECONNECT = Duration.ofMillis(100);
    private static final int LARGEST_ANSWER = 64 << 10;

    /// How a call ended.
    private sealed interface Outcome<T> {
        record Answered<T>(T what) implements Outcome<T> {}

        record NotListening<T>(String why) implements Outcome<T> {}

        record TimedOut<T>() implements Outcome<T> {}

        record Failed<T>(String why) implements Outcome<T> {}
    }

    PluginSocket driver(Path socket) throws InterruptedException {
        Outcome<PluginSocket.Result.Driver> outcome = call(socket, SocketProber::whoAndHow);
        return new PluginSocket(
                socket,
                switch (outcome) {
                    case Outcome.Answered<PluginSocket.Result.Driver> answered -> answered.what();
                    case Outcome.NotListening<PluginSocket.Result.Driver> gone ->
                        new PluginSocket.Result.NotListening(gone.why());
                    case Outcome.TimedOut<PluginSocket.Result.Driver> _ -> new PluginSocket.Result.TimedOut();
                    case Outcome.Failed<PluginSocket.Result.Driver> bad -> new PluginSocket.Result.Failed(bad.why());
                });
    }

    private static PluginSocket.Result.Driver whoAndHow(Channel channel) {
        var identity = IdentityGrpc.newBlockingStub(channel);
        GetPluginInfoResponse info = identity.getPluginInfo(GetPluginInfoRequest.getDefaultInstance());
        ProbeResponse probe = identity.probe(ProbeRequest.getDefaultInstance());
        boolean ready = !probe.hasReady() || probe.getReady().getValue();
        return new PluginSocket.Result.Driver(info.getName(), info.getVendorVersion(), ready);
    }

    PluginRegistration registration(Path socket) throws InterruptedException {
        Outcome<PluginRegistration.Result.Plugin> outcome = call(socket, SocketProber::plugin);
        return new PluginRegistration(
                socket,
                switch (outcome) {
                    case Outcome.Answered<PluginRegistration.Result.Plugin> answered -> answered.what();
                    case Outcome.NotListening<PluginRegistration.Result.Plugin> gone ->
                        new PluginRegistration.Result.NotListening(gone.why());
                    case Outcome.TimedOut<PluginRegistration.Result.Plugin> _ ->
                        new PluginRegistration.Result.TimedOut();
                    case Outcome.Failed<PluginRegistration.Result.Plugin> bad ->
                        new PluginRegistration.Result.Failed(bad.why());
                });
    }

    private static PluginRegistration.Result.Plugin plugin(Channel channel) {
        PluginInfo info = RegistrationGrpc.newBlockingStub(channel).getInfo(InfoRequest.getDefaultInstance());
        return new PluginRegistration.Result.Plugin(
                info.getType(), info.getName(), info.getEndpoint(), info.getSupportedVersionsList());
    }

    private <T> Outcome<T> call(Path socket, Function<Channel, T> question) throws InterruptedException {
        Optional<String> deserted = deserted(socket);
        if (deserted.isPresent()) {
            return new Outcome.NotListening<>(deserted.get());
        }
        ClientOptions options = ClientOptions.defaults()
                .withDeadline(time)
                .withMaxReconnectDelay(RECONNECT)
                .withMaxResponseBytes(LARGEST_ANSWER);
        try (SocketClient client = SocketClient.connect(new CsiEndpoint(socket), options)) {
            return client.awaitConnected(time)
                    ? new Outcome.Answered<>(question.apply(client.channel()))
                    : new Outcome.TimedOut<>();
        } catch (StatusRuntimeException e) {
            Status status = e.getStatus();
            return status.getCode() == Status.Code.DEADLINE_EXCEEDED
                    ? new Outcome.TimedOut<>()
                    : new Outcome.Failed<>(
                            status.getCode() + (status.getDescription() == null ? "" : ": " + status.getDescription()));
        } catch (IllegalArgumentException e) {
            return new Outcome.Failed<>(String.valueOf(e.getMessage()));
        }
    }

    /// Does not block: a socket with a full backlog has a listener.
    private static Optional<String> deserted(Path socket) {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.configureBlocking(false);
            boolean _ = channel.connect(UnixDomainSocketAddress.of(socket));
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        } catch (IllegalArgumentException e) {
            return Optional.of("its path is too long for a socket");
        }
    }
}
