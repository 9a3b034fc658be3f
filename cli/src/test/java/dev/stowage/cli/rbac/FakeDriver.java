package dev.stowage.cli.rbac;

import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.ServerOptions;
import dev.stowage.csi.SocketServer;
import dev.stowage.csi.v1.ControllerExpandVolumeRequest;
import dev.stowage.csi.v1.ControllerGrpc;
import dev.stowage.csi.v1.ControllerListVolumeHealthRequest;
import dev.stowage.csi.v1.CreateSnapshotRequest;
import dev.stowage.csi.v1.CreateVolumeGroupSnapshotRequest;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.CreateVolumeResponse;
import dev.stowage.csi.v1.GetVolumeGroupSnapshotRequest;
import dev.stowage.csi.v1.GroupControllerGrpc;
import dev.stowage.csi.v1.IdentityGrpc;
import dev.stowage.csi.v1.NodeGrpc;
import io.grpc.BindableService;
import io.grpc.MethodDescriptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.Status;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A driver with every capability and no storage. Calls succeed or fail as configured.
final class FakeDriver implements AutoCloseable {
    private static final Set<String> WORK = Set.of(
            "CreateVolume",
            "CreateSnapshot",
            "ControllerExpandVolume",
            "ControllerModifyVolume",
            "CreateVolumeGroupSnapshot");
    private static final String TAKEN = "creation_time {seconds: 1700000000} ready_to_use: true";

    private final String name;
    private final List<String> abilities;
    private final SocketServer server;
    private final Set<String> volumes = ConcurrentHashMap.newKeySet();
    private final AtomicInteger failures = new AtomicInteger();
    private volatile boolean failing;
    private volatile boolean ill;
    private volatile long capacity = 1L << 40;

    /// @param abilities in addition to the common ones
    FakeDriver(Path socket, String name, String... abilities) throws IOException {
        this.name = name;
        this.abilities = Stream.concat(
                        Stream.of(
                                "CREATE_DELETE_VOLUME",
                                "CREATE_DELETE_SNAPSHOT",
                                "CLONE_VOLUME",
                                "EXPAND_VOLUME",
                                "MODIFY_VOLUME",
                                "GET_CAPACITY",
                                "GET_VOLUME_HEALTH",
                                "LIST_VOLUME_HEALTH"),
                        Stream.of(abilities))
                .toList();
        server = SocketServer.start(
                new CsiEndpoint(socket),
                ServerOptions.defaults(),
                List.of(
                        service(IdentityGrpc.getServiceDescriptor()),
                        service(ControllerGrpc.getServiceDescriptor()),
                        service(GroupControllerGrpc.getServiceDescriptor()),
                        service(NodeGrpc.getServiceDescriptor())));
    }

    String address() {
        return server.endpoint().toString();
    }

    /// Whether operations fail.
    void fails(boolean now) {
        failing = now;
    }

    /// Whether all volumes are reported as unhealthy.
    void isIll(boolean now) {
        ill = now;
    }

    void has(long bytes) {
        capacity = bytes;
    }

    private BindableService service(ServiceDescriptor descriptor) {
        ServerServiceDefinition.Builder definition = ServerServiceDefinition.builder(descriptor);
        descriptor.getMethods().forEach(method -> add(definition, method));
        return definition::build;
    }

    private <Q, A> void add(ServerServiceDefinition.Builder definition, MethodDescriptor<Q, A> method) {
        String rpc = String.valueOf(method.getBareMethodName());
        definition.addMethod(method, ServerCalls.asyncUnaryCall((request, out) -> {
            if (failing && WORK.contains(rpc)) {
                // Not every reporter repeats an event for an unchanged error, so the error alternates.
                String why = failures.incrementAndGet() % 2 == 0 ? "not now" : "not yet";
                // FAILED_PRECONDITION means in use: the resizer then watches pods.
                Status status = rpc.equals("ControllerExpandVolume") ? Status.FAILED_PRECONDITION : Status.INTERNAL;
                out.onError(status.withDescription(why).asRuntimeException());
            } else {
                answer(method, (Message) request, rpc, out);
            }
        }));
    }

    private <A> void answer(MethodDescriptor<?, A> method, Message request, String rpc, StreamObserver<A> out) {
        try {
            Message empty = (Message) method.parseResponse(InputStream.nullInputStream());
            Message.Builder answer = empty.toBuilder();
            TextFormat.merge(text(rpc, request), answer);
            if (request instanceof CreateVolumeRequest wanted && answer instanceof CreateVolumeResponse.Builder made) {
                made.getVolumeBuilder().setContentSource(wanted.getVolumeContentSource());
            }
            out.onNext(method.parseResponse(answer.build().toByteString().newInput()));
            out.onCompleted();
        } catch (TextFormat.ParseException e) {
            out.onError(Status.UNKNOWN.withCause(e).asRuntimeException());
        }
    }

    private String text(String rpc, Message request) {
        return switch (rpc) {
            case "GetPluginInfo" -> "name: '%s' vendor_version: '1'".formatted(name);
            case "GetPluginCapabilities" ->
                Stream.of("CONTROLLER_SERVICE", "GROUP_CONTROLLER_SERVICE", "VOLUME_ACCESSIBILITY_CONSTRAINTS")
                        .map("capabilities {service {type: %s}}"::formatted)
                        .collect(Collectors.joining(" "));
            case "ControllerGetCapabilities" ->
                abilities.stream()
                        .map("capabilities {rpc {type: %s}}"::formatted)
                        .collect(Collectors.joining(" "));
            case "GroupControllerGetCapabilities" ->
                "capabilities {rpc {type: CREATE_DELETE_GET_VOLUME_GROUP_SNAPSHOT}}";
            case "NodeGetInfo" -> "node_id: 'node-1' accessible_topology {%s}".formatted(segment());
            case "GetCapacity" -> "available_capacity: " + capacity;
            default -> work(request);
        };
    }

    private String work(Message request) {
        return switch (request) {
            case CreateVolumeRequest wanted -> {
                volumes.add(wanted.getName());
                yield "volume {volume_id: '%s' capacity_bytes: %d accessible_topology {%s}}"
                        .formatted(wanted.getName(), wanted.getCapacityRange().getRequiredBytes(), segment());
            }
            case ControllerExpandVolumeRequest wanted ->
                "capacity_bytes: " + wanted.getCapacityRange().getRequiredBytes();
            case CreateSnapshotRequest wanted ->
                "snapshot {%s}".formatted(snapshot(wanted.getName(), wanted.getSourceVolumeId()));
            case CreateVolumeGroupSnapshotRequest wanted ->
                "group_snapshot {group_snapshot_id: '%s' %s %s}"
                        .formatted(
                                wanted.getName(),
                                TAKEN,
                                wanted.getSourceVolumeIdsList().stream()
                                        .map(volume -> "snapshots {%s group_snapshot_id: '%s'}"
                                                .formatted(snapshot("s-" + volume, volume), wanted.getName()))
                                        .collect(Collectors.joining(" ")));
            case GetVolumeGroupSnapshotRequest wanted ->
                "group_snapshot {group_snapshot_id: '%s' %s}".formatted(wanted.getGroupSnapshotId(), TAKEN);
            case ControllerListVolumeHealthRequest _ ->
                volumes.stream()
                        .map(volume -> "entries {volume_id: '%s' %s}"
                                .formatted(
                                        volume,
                                        ill
                                                ? "health_statuses {status: DEGRADED reason: 'Worn' message: 'worn out'}"
                                                : ""))
                        .collect(Collectors.joining(" "));
            default -> "";
        };
    }

    private String segment() {
        return "segments {key: 'topology.%s/node' value: 'node-1'}".formatted(name);
    }

    private static String snapshot(String id, String volume) {
        return "snapshot_id: '%s' source_volume_id: '%s' size_bytes: 1048576 %s".formatted(id, volume, TAKEN);
    }

    @Override
    public void close() {
        server.close();
    }
}
