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
import dev.stowage.explain.doctor.node.PluginSocket;
import dev.stowage.explain.doctor.node.PluginRegistration;
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

/// Asks who is behind a socket. It may say anything, or nothing.
///
/// @param time that a connection has, and each call
record SocketCalls(Duration time) {
    private static final Duration RECONNECT = Duration.ofMillis(100);
    private static final int LARGEST_ANSWER = 64 << 10;

    /// How a call ended.
    private sealed interface End<T> {
        record Told<T>(T what) implements End<T> {}

        record Deserted<T>(String why) implements End<T> {}

        record Silent<T>() implements End<T> {}

        record Failed<T>(String why) implements End<T> {}
    }

    PluginSocket driver(Path socket) throws InterruptedException {
        End<PluginSocket.Result.Driver> end = call(socket, SocketCalls::whoAndHow);
        return new PluginSocket(
                socket,
                switch (end) {
                    case End.Told<PluginSocket.Result.Driver> told -> told.what();
                    case End.Deserted<PluginSocket.Result.Driver> gone -> new PluginSocket.Result.NotListening(gone.why());
                    case End.Silent<PluginSocket.Result.Driver> _ -> new PluginSocket.Result.TimedOut();
                    case End.Failed<PluginSocket.Result.Driver> bad -> new PluginSocket.Result.Failed(bad.why());
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
        End<PluginRegistration.Result.Plugin> end = call(socket, SocketCalls::plugin);
        return new PluginRegistration(
                socket,
                switch (end) {
                    case End.Told<PluginRegistration.Result.Plugin> told -> told.what();
                    case End.Deserted<PluginRegistration.Result.Plugin> gone -> new PluginRegistration.Result.NotListening(gone.why());
                    case End.Silent<PluginRegistration.Result.Plugin> _ -> new PluginRegistration.Result.TimedOut();
                    case End.Failed<PluginRegistration.Result.Plugin> bad -> new PluginRegistration.Result.Failed(bad.why());
                });
    }

    private static PluginRegistration.Result.Plugin plugin(Channel channel) {
        PluginInfo info = RegistrationGrpc.newBlockingStub(channel).getInfo(InfoRequest.getDefaultInstance());
        return new PluginRegistration.Result.Plugin(
                info.getType(), info.getName(), info.getEndpoint(), info.getSupportedVersionsList());
    }

    private <T> End<T> call(Path socket, Function<Channel, T> question) throws InterruptedException {
        Optional<String> deserted = deserted(socket);
        if (deserted.isPresent()) {
            return new End.Deserted<>(deserted.get());
        }
        ClientOptions options = ClientOptions.defaults()
                .withDeadline(time)
                .withMaxReconnectDelay(RECONNECT)
                .withMaxResponseBytes(LARGEST_ANSWER);
        try (SocketClient client = SocketClient.connect(new CsiEndpoint(socket), options)) {
            return client.awaitConnected(time) ? new End.Told<>(question.apply(client.channel())) : new End.Silent<>();
        } catch (StatusRuntimeException e) {
            Status status = e.getStatus();
            return status.getCode() == Status.Code.DEADLINE_EXCEEDED
                    ? new End.Silent<>()
                    : new End.Failed<>(
                            status.getCode() + (status.getDescription() == null ? "" : ": " + status.getDescription()));
        } catch (IllegalArgumentException e) {
            return new End.Failed<>(String.valueOf(e.getMessage()));
        }
    }

    /// Without waiting: a socket whose queue is full keeps callers at the door, and is not deserted.
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
