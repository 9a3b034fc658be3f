package dev.stowage.node.pluginmanager;

import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.ServerOptions;
import dev.stowage.csi.SocketServer;
import dev.stowage.csi.registration.v1.InfoRequest;
import dev.stowage.csi.registration.v1.PluginInfo;
import dev.stowage.csi.registration.v1.RegistrationGrpc;
import dev.stowage.csi.registration.v1.RegistrationStatus;
import dev.stowage.csi.registration.v1.RegistrationStatusResponse;
import dev.stowage.csi.v1.NodeGetCapabilitiesRequest;
import dev.stowage.csi.v1.NodeGetCapabilitiesResponse;
import dev.stowage.csi.v1.NodeGetInfoRequest;
import dev.stowage.csi.v1.NodeGetInfoResponse;
import dev.stowage.csi.v1.NodeGrpc;
import dev.stowage.csi.v1.NodeServiceCapability;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/// A driver with its registrar on real sockets, with responses that a test sets.
final class TestPlugin implements AutoCloseable {
    final AtomicReference<PluginInfo> info;
    final AtomicReference<NodeGetInfoResponse> place = new AtomicReference<>(
            NodeGetInfoResponse.newBuilder().setNodeId("id-1").build());
    final BlockingQueue<RegistrationStatus> verdicts = new LinkedBlockingQueue<>();
    final AtomicInteger asked = new AtomicInteger();
    volatile boolean refusesVerdicts;
    volatile boolean hangs;

    private final CountDownLatch end = new CountDownLatch(1);
    private final Path registration;
    private final Path driver;
    private SocketServer registrar;
    private SocketServer node;

    TestPlugin(Path registration, Path driver, String name) throws IOException {
        this.registration = registration;
        this.driver = driver;
        this.info = new AtomicReference<>(PluginInfo.newBuilder()
                .setType("CSIPlugin")
                .setName(name)
                .setEndpoint(driver.toString())
                .addSupportedVersions("1.0.0")
                .build());
        this.node = serveNode();
        this.registrar = serveRegistrar();
    }

    private static ServerOptions options() {
        return ServerOptions.defaults().withDrain(Duration.ofMillis(50));
    }

    private SocketServer serveNode() throws IOException {
        return SocketServer.start(new CsiEndpoint(driver), options(), List.of(new Node()));
    }

    private SocketServer serveRegistrar() throws IOException {
        return SocketServer.start(new CsiEndpoint(registration), options(), List.of(new Registration()));
    }

    void restartDriver() throws IOException {
        node.close();
        node = serveNode();
    }

    void restartRegistrar() throws IOException {
        registrar.close();
        registrar = serveRegistrar();
    }

    void stopRegistrar() {
        registrar.close();
    }

    @Override
    public void close() {
        end.countDown();
        registrar.close();
        node.close();
    }

    private void hangIfTold() {
        try {
            if (hangs) {
                end.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private final class Registration extends RegistrationGrpc.RegistrationImplBase {
        @Override
        public void getInfo(InfoRequest request, StreamObserver<PluginInfo> observer) {
            hangIfTold();
            observer.onNext(info.get());
            observer.onCompleted();
        }

        @Override
        public void notifyRegistrationStatus(
                RegistrationStatus status, StreamObserver<RegistrationStatusResponse> observer) {
            verdicts.add(status);
            if (refusesVerdicts) {
                observer.onError(Status.INTERNAL.withDescription("no thanks").asRuntimeException());
                return;
            }
            observer.onNext(RegistrationStatusResponse.getDefaultInstance());
            observer.onCompleted();
        }
    }

    private final class Node extends NodeGrpc.NodeImplBase {
        @Override
        public void nodeGetInfo(NodeGetInfoRequest request, StreamObserver<NodeGetInfoResponse> observer) {
            asked.incrementAndGet();
            hangIfTold();
            observer.onNext(place.get());
            observer.onCompleted();
        }

        @Override
        public void nodeGetCapabilities(
                NodeGetCapabilitiesRequest request, StreamObserver<NodeGetCapabilitiesResponse> observer) {
            var answer = NodeGetCapabilitiesResponse.newBuilder();
            answer.addCapabilitiesBuilder()
                    .getRpcBuilder()
                    .setType(NodeServiceCapability.RPC.Type.STAGE_UNSTAGE_VOLUME);
            observer.onNext(answer.build());
            observer.onCompleted();
        }
    }
}
