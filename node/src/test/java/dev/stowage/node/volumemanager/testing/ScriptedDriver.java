package dev.stowage.node.volumemanager.testing;

import com.google.protobuf.Message;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.ServerOptions;
import dev.stowage.csi.SocketServer;
import dev.stowage.csi.v1.NodeGetCapabilitiesRequest;
import dev.stowage.csi.v1.NodeGetCapabilitiesResponse;
import dev.stowage.csi.v1.NodeGrpc;
import dev.stowage.csi.v1.NodePublishVolumeRequest;
import dev.stowage.csi.v1.NodePublishVolumeResponse;
import dev.stowage.csi.v1.NodeServiceCapability;
import dev.stowage.csi.v1.NodeStageVolumeRequest;
import dev.stowage.csi.v1.NodeStageVolumeResponse;
import dev.stowage.csi.v1.NodeUnpublishVolumeRequest;
import dev.stowage.csi.v1.NodeUnpublishVolumeResponse;
import dev.stowage.csi.v1.NodeUnstageVolumeRequest;
import dev.stowage.csi.v1.NodeUnstageVolumeResponse;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// A driver with scripted calls, which it records.
public final class ScriptedDriver extends NodeGrpc.NodeImplBase implements AutoCloseable {
    private final SocketServer server;
    private final List<NodeServiceCapability.RPC.Type> capabilities;
    private final List<Message> asked = new CopyOnWriteArrayList<>();
    private volatile Deed deed = _ -> {};

    /// The effect of a call.
    @FunctionalInterface
    public interface Deed {
        void on(Message request) throws IOException, InterruptedException;
    }

    public ScriptedDriver(Path socket, NodeServiceCapability.RPC.Type... capabilities) throws IOException {
        this.capabilities = List.of(capabilities);
        this.server = SocketServer.start(new CsiEndpoint(socket), ServerOptions.defaults(), List.of(this));
    }

    public void does(Deed now) {
        deed = now;
    }

    public <T extends Message> List<T> asked(Class<T> kind) {
        return asked.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    private <T> void answer(Message request, T response, StreamObserver<T> observer) {
        asked.add(request);
        try {
            deed.on(request);
            observer.onNext(response);
            observer.onCompleted();
        } catch (IOException e) {
            observer.onError(Status.INTERNAL.withDescription(e.getMessage()).asRuntimeException());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            observer.onError(Status.CANCELLED.asRuntimeException());
        } catch (io.grpc.StatusRuntimeException e) {
            observer.onError(e);
        }
    }

    @Override
    public void nodeGetCapabilities(
            NodeGetCapabilitiesRequest request, StreamObserver<NodeGetCapabilitiesResponse> observer) {
        var response = NodeGetCapabilitiesResponse.newBuilder();
        capabilities.forEach(
                one -> response.addCapabilitiesBuilder().getRpcBuilder().setType(one));
        observer.onNext(response.build());
        observer.onCompleted();
    }

    @Override
    public void nodeStageVolume(NodeStageVolumeRequest request, StreamObserver<NodeStageVolumeResponse> observer) {
        answer(request, NodeStageVolumeResponse.getDefaultInstance(), observer);
    }

    @Override
    public void nodePublishVolume(
            NodePublishVolumeRequest request, StreamObserver<NodePublishVolumeResponse> observer) {
        answer(request, NodePublishVolumeResponse.getDefaultInstance(), observer);
    }

    @Override
    public void nodeUnpublishVolume(
            NodeUnpublishVolumeRequest request, StreamObserver<NodeUnpublishVolumeResponse> observer) {
        answer(request, NodeUnpublishVolumeResponse.getDefaultInstance(), observer);
    }

    @Override
    public void nodeUnstageVolume(
            NodeUnstageVolumeRequest request, StreamObserver<NodeUnstageVolumeResponse> observer) {
        answer(request, NodeUnstageVolumeResponse.getDefaultInstance(), observer);
    }

    @Override
    public void close() {
        server.close();
    }
}
