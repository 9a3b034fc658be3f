package dev.stowage.node.runtime.cri;

import dev.stowage.csi.ClientOptions;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.SocketClient;
import dev.stowage.node.runtime.cri.v1.ImageServiceGrpc;
import dev.stowage.node.runtime.cri.v1.ImageServiceGrpc.ImageServiceBlockingStub;
import dev.stowage.node.runtime.cri.v1.RuntimeServiceGrpc;
import dev.stowage.node.runtime.cri.v1.RuntimeServiceGrpc.RuntimeServiceBlockingStub;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/// Calls the CRI runtime, each call with a deadline.
final class CriClient implements AutoCloseable {
    static final Duration USUAL = Duration.ofMinutes(2);
    static final Duration LONG = Duration.ofMinutes(4);
    /// An image may be large and its registry slow.
    static final Duration PULL = Duration.ofMinutes(30);

    private final Path socket;
    private final SocketClient client;
    private final RuntimeServiceBlockingStub runtime;
    private final ImageServiceBlockingStub images;

    CriClient(Path socket) {
        this.socket = socket;
        this.client = SocketClient.connect(
                new CsiEndpoint(socket), ClientOptions.defaults().withDeadline(USUAL));
        this.runtime = RuntimeServiceGrpc.newBlockingStub(client.channel());
        this.images = ImageServiceGrpc.newBlockingStub(client.channel());
    }

    /// The runtime returned an error, or did not respond.
    static final class CriException extends IOException {
        private static final long serialVersionUID = 1;

        private final transient Status status;

        CriException(String message, Status status, Throwable cause) {
            super(message, cause);
            this.status = status;
        }

        boolean is(Status.Code code) {
            return status.getCode() == code;
        }

        /// The message of the runtime itself.
        String words() {
            return String.valueOf(status.getDescription());
        }
    }

    <T> T call(Duration limit, Function<RuntimeServiceBlockingStub, T> call) throws IOException, InterruptedException {
        return answered(() -> call.apply(runtime.withDeadlineAfter(limit.toMillis(), TimeUnit.MILLISECONDS)));
    }

    <T> T call(Function<RuntimeServiceBlockingStub, T> call) throws IOException, InterruptedException {
        return call(USUAL, call);
    }

    <T> T image(Duration limit, Function<ImageServiceBlockingStub, T> call) throws IOException, InterruptedException {
        return answered(() -> call.apply(images.withDeadlineAfter(limit.toMillis(), TimeUnit.MILLISECONDS)));
    }

    @FunctionalInterface
    private interface Request<T> {
        T ask();
    }

    private <T> T answered(Request<T> request) throws IOException, InterruptedException {
        try {
            return request.ask();
        } catch (StatusRuntimeException e) {
            if (Thread.interrupted()) {
                var interrupted =
                        new InterruptedException("interrupted while calling the container runtime at " + socket);
                interrupted.initCause(e);
                throw interrupted;
            }
            Status status = e.getStatus();
            String words = status.getDescription() == null ? "" : ": " + status.getDescription();
            throw new CriException(
                    "rpc error: code = " + status.getCode() + " at the container runtime socket " + socket + words,
                    status,
                    e);
        }
    }

    /// For streaming calls.
    RuntimeServiceGrpc.RuntimeServiceStub streaming() {
        return RuntimeServiceGrpc.newStub(client.channel()).withDeadlineAfter(365, TimeUnit.DAYS);
    }

    @Override
    public void close() {
        client.close();
    }
}
