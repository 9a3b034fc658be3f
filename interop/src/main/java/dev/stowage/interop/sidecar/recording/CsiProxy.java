package dev.stowage.interop.sidecar.recording;

import com.google.protobuf.Message;
import dev.stowage.csi.ClientOptions;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.ServerOptions;
import dev.stowage.csi.SocketClient;
import dev.stowage.csi.SocketServer;
import dev.stowage.csi.v1.ControllerGrpc;
import dev.stowage.csi.v1.GroupControllerGrpc;
import dev.stowage.csi.v1.IdentityGrpc;
import dev.stowage.csi.v1.NodeGrpc;
import dev.stowage.interop.sidecar.recording.FaultInjection.Fault;
import dev.stowage.interop.sidecar.recording.FaultInjection.Moment;
import io.grpc.BindableService;
import io.grpc.CallOptions;
import io.grpc.MethodDescriptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// A proxy in front of a driver's socket that forwards every call with the caller's deadline, including unknown
/// fields.
public final class CsiProxy implements AutoCloseable {

    private static final List<ServiceDescriptor> SERVICES = List.of(
            IdentityGrpc.getServiceDescriptor(),
            ControllerGrpc.getServiceDescriptor(),
            GroupControllerGrpc.getServiceDescriptor(),
            NodeGrpc.getServiceDescriptor());

    private final SocketClient driver;
    private final Transcript transcript;
    private final FaultInjection faultInjection;
    private final Set<String> recorded;
    private final SocketServer server;

    /// @param recorded read-only calls (`Probe`, `Get…`, `List…`) to record; by default they are not
    public CsiProxy(
            CsiEndpoint listen,
            CsiEndpoint behind,
            Transcript transcript,
            FaultInjection faultInjection,
            Set<String> recorded)
            throws IOException {
        this.transcript = transcript;
        this.faultInjection = faultInjection;
        this.recorded = recorded;
        this.driver = SocketClient.connect(behind, ClientOptions.defaults().withWaitForReady(true));
        this.server = SocketServer.start(
                listen,
                ServerOptions.defaults().withDrain(Duration.ofMillis(100)),
                SERVICES.stream().map(this::service).toList());
    }

    private BindableService service(ServiceDescriptor descriptor) {
        return () -> {
            ServerServiceDefinition.Builder builder = ServerServiceDefinition.builder(descriptor);
            descriptor.getMethods().stream()
                    .filter(method -> method.getType() == MethodDescriptor.MethodType.UNARY)
                    .forEach(method -> add(builder, method));
            return builder.build();
        };
    }

    private <Q, A> void add(ServerServiceDefinition.Builder builder, MethodDescriptor<Q, A> method) {
        builder.addMethod(method, ServerCalls.asyncUnaryCall((request, answers) -> pass(method, request, answers)));
    }

    private <Q, A> void pass(MethodDescriptor<Q, A> method, Q request, StreamObserver<A> answers) {
        String name = String.valueOf(method.getBareMethodName());
        boolean written = recorded.contains(name) || !isReadOnly(name);
        Transcript.Entry entry = written ? transcript.begin("csi " + name + " -> unanswered") : null;
        Status status = Status.OK;
        A answer = null;
        try {
            int passage = faultInjection.pass(name);
            run(faultInjection.due(name, passage, Moment.BEFORE));
            A given = ClientCalls.blockingUnaryCall(driver.channel(), method, CallOptions.DEFAULT, request);
            List<Fault> after = faultInjection.due(name, passage, Moment.AFTER);
            answer = altered(given, after);
            run(after);
        } catch (StatusRuntimeException e) {
            status = e.getStatus();
        } catch (Dropped e) {
            if (entry != null) {
                entry.end("csi " + name + " -> dropped", request(request));
            }
            return;
        }
        if (entry != null) {
            entry.end("csi " + name + " -> " + status.getCode(), request(request));
        }
        if (answer != null && status.isOk()) {
            answers.onNext(answer);
            answers.onCompleted();
        } else {
            answers.onError(status.asRuntimeException());
        }
    }

    /// Read-only calls change nothing, and implementations may repeat them as often as they like.
    private static boolean isReadOnly(String method) {
        return method.equals("Probe")
                || Stream.of("Get", "List", "NodeGet", "ControllerGet", "ControllerList", "GroupControllerGet")
                        .anyMatch(method::startsWith)
                || method.equals("ValidateVolumeCapabilities");
    }

    private static List<String> request(Object request) {
        return ObjectFields.of(CsiMessage.tree((Message) request));
    }

    @SuppressWarnings("unchecked") // a change of a message gives a message of the same type
    private static <A> A altered(A answer, List<Fault> due) {
        Message message = (Message) answer;
        for (Fault fault : due) {
            if (fault instanceof Fault.Alter alter) {
                message = alter.change().apply(message);
            }
        }
        return (A) message;
    }

    private static void run(List<Fault> due) {
        for (Fault fault : due) {
            switch (fault) {
                case Fault.ReturnStatus returnStatus ->
                    throw returnStatus.status().asRuntimeException();
                case Fault.Alter _ -> {}
                case Fault.Meanwhile meanwhile -> happen(meanwhile.sideEffect());
                case Fault.Drop drop -> {
                    happen(drop.sideEffect());
                    throw new Dropped();
                }
            }
        }
    }

    private static void happen(FaultInjection.SideEffect sideEffect) {
        try {
            sideEffect.run();
        } catch (Exception e) {
            throw Status.INTERNAL
                    .withDescription("the script failed: " + e)
                    .withCause(e)
                    .asRuntimeException();
        }
    }

    private static final class Dropped extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    @Override
    public void close() {
        server.close();
        driver.close();
    }
}
