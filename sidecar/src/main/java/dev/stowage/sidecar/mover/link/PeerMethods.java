package dev.stowage.sidecar.mover.link;

import com.google.protobuf.Message;
import dev.stowage.csi.transfer.v1alpha1.SendRequest;
import dev.stowage.csi.transfer.v1alpha1.TransferGrpc;
import dev.stowage.csi.v1.ControllerGrpc;
import dev.stowage.csi.v1.CreateSnapshotRequest;
import dev.stowage.csi.v1.CreateSnapshotResponse;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.HandlerRegistry;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCallHandler;
import io.grpc.ServerMethodDefinition;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The methods of the driver that peers may call. The answer to a method that is not here does not say whether the
/// driver has it.
final class PeerMethods extends HandlerRegistry {
    private final Channel driver;
    private final PeerAuthorization authorization;
    private final MoverServerOptions options;
    private final Map<String, ServerMethodDefinition<?, ?>> methods = new LinkedHashMap<>();

    PeerMethods(Channel driver, PeerAuthorization authorization, MoverServerOptions options) {
        this.driver = driver;
        this.authorization = authorization;
        this.options = options;
        addSend();
        addUnary(TransferGrpc.getGetCopyMethod());
        addUnary(TransferGrpc.getFenceMethod());
        addUnary(TransferGrpc.getActivateMethod());
        addUnary(TransferGrpc.getDeleteCopyMethod());
        addUnary(ControllerGrpc.getCreateSnapshotMethod());
        addUnary(ControllerGrpc.getDeleteSnapshotMethod());
    }

    @Override
    public ServerMethodDefinition<?, ?> lookupMethod(String name, @Nullable String authority) {
        ServerMethodDefinition<?, ?> known = methods.get(name);
        return known == null ? DeniedCall.method(name) : known;
    }

    private void addSend() {
        SendRelay relay = new SendRelay(driver, options.longestStream());
        add(SendRelay.METHOD, ServerCalls.<SendRequest, byte[]>asyncServerStreamingCall((request, peer) -> {
            require(SendRelay.METHOD, request);
            relay.start(request, (ServerCallStreamObserver<byte[]>) peer);
        }));
    }

    private <Q extends Message, A extends Message> void addUnary(MethodDescriptor<Q, A> method) {
        add(method, ServerCalls.asyncUnaryCall((request, peer) -> {
            require(method, request);
            A answer = forward(method, request);
            remember(request, answer);
            peer.onNext(answer);
            peer.onCompleted();
        }));
    }

    private <Q, A> void add(MethodDescriptor<Q, A> method, ServerCallHandler<Q, A> handler) {
        methods.put(method.getFullMethodName(), ServerMethodDefinition.create(method, new IdentifiedCall<>(handler)));
    }

    private void require(MethodDescriptor<?, ?> method, Message request) {
        PeerIdentity peer = IdentifiedCall.peer();
        if (!authorization.allows(peer, request)) {
            throw DeniedCall.status(method.getFullMethodName(), "node " + peer.node())
                    .asRuntimeException();
        }
    }

    /// The deadline of the peer applies too, because the call is made in the peer's context.
    private <Q, A> A forward(MethodDescriptor<Q, A> method, Q request) {
        CallOptions call =
                CallOptions.DEFAULT.withDeadlineAfter(options.callTimeout().toNanos(), TimeUnit.NANOSECONDS);
        try {
            return ClientCalls.blockingUnaryCall(driver, method, call, request);
        } catch (RuntimeException e) {
            throw RelayedStatus.of(e).withCause(e).asRuntimeException();
        }
    }

    private void remember(Message request, Message answer) {
        if (request instanceof CreateSnapshotRequest create && answer instanceof CreateSnapshotResponse created) {
            authorization.taken().add(created.getSnapshot().getSnapshotId(), create.getSourceVolumeId());
        }
    }
}
