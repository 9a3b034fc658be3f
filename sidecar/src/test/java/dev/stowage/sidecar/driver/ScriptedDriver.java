package dev.stowage.sidecar.driver;

import com.google.protobuf.BoolValue;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.ServerOptions;
import dev.stowage.csi.SocketServer;
import dev.stowage.csi.v1.ControllerGetCapabilitiesRequest;
import dev.stowage.csi.v1.ControllerGetCapabilitiesResponse;
import dev.stowage.csi.v1.ControllerGrpc;
import dev.stowage.csi.v1.ControllerServiceCapability;
import dev.stowage.csi.v1.GetPluginCapabilitiesRequest;
import dev.stowage.csi.v1.GetPluginCapabilitiesResponse;
import dev.stowage.csi.v1.GetPluginInfoRequest;
import dev.stowage.csi.v1.GetPluginInfoResponse;
import dev.stowage.csi.v1.IdentityGrpc;
import dev.stowage.csi.v1.PluginCapability;
import dev.stowage.csi.v1.ProbeRequest;
import dev.stowage.csi.v1.ProbeResponse;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;

/// A driver on a real socket with scripted probe results; after the script it is healthy.
public final class ScriptedDriver implements AutoCloseable {

    /// The response to one probe: OK and ready, OK and not ready, or a failure.
    public record Answer(Status status, boolean ready) {
        public static final Answer READY = new Answer(Status.OK, true);
        public static final Answer NOT_READY = new Answer(Status.OK, false);

        public static Answer failing(Status status) {
            return new Answer(status, false);
        }
    }

    private final Queue<Answer> script;
    private final AtomicInteger probes = new AtomicInteger();
    private final SocketServer server;

    public ScriptedDriver(Path socket, String name, List<Answer> script) throws IOException {
        this.script = new ArrayDeque<>(script);
        this.server = SocketServer.start(
                new CsiEndpoint(socket),
                ServerOptions.defaults().withDrain(Duration.ofSeconds(1)),
                List.of(new Identity(name), new Controller()));
    }

    public int probes() {
        return probes.get();
    }

    @Override
    public void close() {
        server.close();
    }

    private synchronized Answer next() {
        probes.incrementAndGet();
        Answer answer = script.poll();
        return answer == null ? Answer.READY : answer;
    }

    private static <A> void succeed(StreamObserver<A> observer, A answer) {
        observer.onNext(answer);
        observer.onCompleted();
    }

    private final class Identity extends IdentityGrpc.IdentityImplBase {
        private final String name;

        Identity(String name) {
            this.name = name;
        }

        @Override
        public void probe(ProbeRequest request, StreamObserver<ProbeResponse> observer) {
            Answer answer = next();
            if (answer.status().isOk()) {
                succeed(
                        observer,
                        ProbeResponse.newBuilder()
                                .setReady(BoolValue.of(answer.ready()))
                                .build());
            } else {
                observer.onError(answer.status().asRuntimeException());
            }
        }

        @Override
        public void getPluginInfo(GetPluginInfoRequest request, StreamObserver<GetPluginInfoResponse> observer) {
            succeed(
                    observer,
                    GetPluginInfoResponse.newBuilder()
                            .setName(name)
                            .setVendorVersion("v7")
                            .build());
        }

        @Override
        public void getPluginCapabilities(
                GetPluginCapabilitiesRequest request, StreamObserver<GetPluginCapabilitiesResponse> observer) {
            var service = PluginCapability.newBuilder();
            service.getServiceBuilder().setType(PluginCapability.Service.Type.CONTROLLER_SERVICE);
            succeed(
                    observer,
                    GetPluginCapabilitiesResponse.newBuilder()
                            .addCapabilities(service)
                            .build());
        }
    }

    private static final class Controller extends ControllerGrpc.ControllerImplBase {
        @Override
        public void controllerGetCapabilities(
                ControllerGetCapabilitiesRequest request, StreamObserver<ControllerGetCapabilitiesResponse> observer) {
            var attach = ControllerServiceCapability.newBuilder();
            attach.getRpcBuilder().setType(ControllerServiceCapability.RPC.Type.PUBLISH_UNPUBLISH_VOLUME);
            var later = ControllerServiceCapability.newBuilder();
            later.getRpcBuilder().setTypeValue(4711);
            succeed(
                    observer,
                    ControllerGetCapabilitiesResponse.newBuilder()
                            .addCapabilities(later)
                            .addCapabilities(attach)
                            .build());
        }
    }
}
