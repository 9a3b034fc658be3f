package dev.stowage.sdk.server;

import dev.stowage.csi.SocketClient;
import dev.stowage.csi.transfer.v1alpha1.BeginReceiveRequest;
import dev.stowage.csi.transfer.v1alpha1.Copy;
import dev.stowage.csi.transfer.v1alpha1.Extent;
import dev.stowage.csi.transfer.v1alpha1.FenceRequest;
import dev.stowage.csi.transfer.v1alpha1.GetCopyRequest;
import dev.stowage.csi.transfer.v1alpha1.Header;
import dev.stowage.csi.transfer.v1alpha1.ReceiveRequest;
import dev.stowage.csi.transfer.v1alpha1.ReceiveResponse;
import dev.stowage.csi.transfer.v1alpha1.SendRequest;
import dev.stowage.csi.transfer.v1alpha1.SendResponse;
import dev.stowage.csi.transfer.v1alpha1.Trailer;
import dev.stowage.csi.transfer.v1alpha1.TransferGrpc;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/// Calls the transfer service of one driver.
final class TransferClient {

    final TransferGrpc.TransferBlockingStub calls;
    private final TransferGrpc.TransferStub streams;

    TransferClient(SocketClient client) {
        this.calls = TransferGrpc.newBlockingStub(client.channel());
        this.streams = TransferGrpc.newStub(client.channel());
    }

    /// A whole stream of Send.
    record Sent(Header header, List<Extent> extents, Trailer trailer) {

        long dataBytes() {
            return extents.stream().mapToLong(extent -> extent.getData().size()).sum();
        }
    }

    Sent send(SendRequest request) {
        List<SendResponse> messages = new ArrayList<>();
        calls.send(request).forEachRemaining(messages::add);
        return new Sent(
                messages.getFirst().getHeader(),
                messages.stream()
                        .filter(SendResponse::hasExtent)
                        .map(SendResponse::getExtent)
                        .toList(),
                messages.getLast().getTrailer());
    }

    Copy begin(String volume, long generation, Header header) {
        return calls.beginReceive(BeginReceiveRequest.newBuilder()
                        .setVolumeId(volume)
                        .setGeneration(generation)
                        .setHeader(header)
                        .build())
                .getCopy();
    }

    static ReceiveRequest start(String volume, long generation, long offset) {
        var request = ReceiveRequest.newBuilder();
        request.getStartBuilder().setVolumeId(volume).setGeneration(generation).setOffset(offset);
        return request.build();
    }

    static ReceiveRequest extent(Extent extent) {
        return ReceiveRequest.newBuilder().setExtent(extent).build();
    }

    static ReceiveRequest finish(Trailer trailer) {
        return ReceiveRequest.newBuilder().setFinish(trailer).build();
    }

    /// All that was sent, from the offset on.
    Copy receive(String volume, long generation, long offset, Sent sent) throws Throwable {
        List<ReceiveRequest> messages = new ArrayList<>(List.of(start(volume, generation, offset)));
        sent.extents().forEach(extent -> messages.add(extent(extent)));
        messages.add(finish(sent.trailer()));
        return receive(messages);
    }

    /// A stream of Receive that stays open until it is closed, by a client that goes away.
    AutoCloseable opened(ReceiveRequest start) {
        StreamObserver<ReceiveRequest> stream = streams.receive(into(new CompletableFuture<>()));
        stream.onNext(start);
        return () -> stream.onError(Status.CANCELLED.asRuntimeException());
    }

    /// One stream of Receive, ended by the client after these messages.
    Copy receive(List<ReceiveRequest> messages) throws Throwable {
        CompletableFuture<ReceiveResponse> answer = new CompletableFuture<>();
        StreamObserver<ReceiveRequest> stream = streams.receive(into(answer));
        messages.forEach(stream::onNext);
        stream.onCompleted();
        try {
            return answer.get(30, TimeUnit.SECONDS).getCopy();
        } catch (ExecutionException e) {
            throw e.getCause();
        }
    }

    private static StreamObserver<ReceiveResponse> into(CompletableFuture<ReceiveResponse> answer) {
        return new StreamObserver<>() {
            @Override
            public void onNext(ReceiveResponse message) {
                answer.complete(message);
            }

            @Override
            public void onError(Throwable cause) {
                answer.completeExceptionally(cause);
            }

            @Override
            public void onCompleted() {
                answer.completeExceptionally(new AssertionError("no answer"));
            }
        };
    }

    Copy fence(String volume, long generation) {
        return calls.fence(FenceRequest.newBuilder()
                        .setVolumeId(volume)
                        .setGeneration(generation)
                        .setDestination("node-2")
                        .build())
                .getCopy();
    }

    Copy copy(String volume) {
        return calls.getCopy(GetCopyRequest.newBuilder().setVolumeId(volume).build())
                .getCopy();
    }
}
