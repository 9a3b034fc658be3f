package dev.stowage.sdk.service;

import dev.stowage.csi.transfer.v1alpha1.AbandonReceiveRequest;
import dev.stowage.csi.transfer.v1alpha1.AbandonReceiveResponse;
import dev.stowage.csi.transfer.v1alpha1.ActivateRequest;
import dev.stowage.csi.transfer.v1alpha1.ActivateResponse;
import dev.stowage.csi.transfer.v1alpha1.BeginReceiveRequest;
import dev.stowage.csi.transfer.v1alpha1.BeginReceiveResponse;
import dev.stowage.csi.transfer.v1alpha1.DeleteCopyRequest;
import dev.stowage.csi.transfer.v1alpha1.DeleteCopyResponse;
import dev.stowage.csi.transfer.v1alpha1.FenceRequest;
import dev.stowage.csi.transfer.v1alpha1.FenceResponse;
import dev.stowage.csi.transfer.v1alpha1.Format;
import dev.stowage.csi.transfer.v1alpha1.GetCapabilitiesRequest;
import dev.stowage.csi.transfer.v1alpha1.GetCapabilitiesResponse;
import dev.stowage.csi.transfer.v1alpha1.GetCopyRequest;
import dev.stowage.csi.transfer.v1alpha1.GetCopyResponse;
import dev.stowage.csi.transfer.v1alpha1.ReceiveRequest;
import dev.stowage.csi.transfer.v1alpha1.ReceiveResponse;
import dev.stowage.csi.transfer.v1alpha1.SendRequest;
import dev.stowage.csi.transfer.v1alpha1.SendResponse;
import dev.stowage.csi.transfer.v1alpha1.TransferGrpc;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.Transfer;
import dev.stowage.sdk.TransferTarget;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.record.DriverRecords;
import dev.stowage.sdk.record.VolumeCopies;
import dev.stowage.sdk.record.VolumeCopy;
import dev.stowage.sdk.transfer.BlockWalk;
import dev.stowage.sdk.transfer.CopyDecision;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.List;

/// Volumes that come from other drivers and go there.
final class TransferService extends TransferGrpc.TransferImplBase {

    private final ServiceContext context;
    private final VolumeCopies copies;
    private final CopyExecutor executor;
    private final CopyCalls copyCalls;
    private final SendCall sendCall;
    private final List<Format> formats;

    TransferService(ServiceContext context, Transfer driver) {
        if (context.volumes().isEmpty()) {
            throw new IllegalStateException("a driver with the role Transfer also needs the role Volumes");
        }
        this.context = context;
        this.copies = context.records()
                .map(DriverRecords::copies)
                .orElseThrow(() -> new IllegalStateException(
                        "a driver with the role Transfer also needs a directory for its records"));
        this.executor = new CopyExecutor(context, driver, copies);
        this.copyCalls = new CopyCalls(context, executor, copies);
        this.formats =
                driver.formats().stream().sorted().map(TransferFields::message).toList();
        this.sendCall = new SendCall(context, driver, copies);
    }

    @Override
    public void getCapabilities(GetCapabilitiesRequest request, StreamObserver<GetCapabilitiesResponse> caller) {
        RpcResponder.unary(
                caller,
                () -> GetCapabilitiesResponse.newBuilder()
                        .addAllFormats(formats)
                        .setMaxExtentBytes(BlockWalk.PORTION)
                        .build());
    }

    @Override
    public void send(SendRequest request, StreamObserver<SendResponse> caller) {
        SendRequest ignored = RpcResponder.carryOut(() -> {
            sendCall.send(request, (ServerCallStreamObserver<SendResponse>) caller);
            return request;
        });
        caller.onCompleted();
    }

    @Override
    public void beginReceive(BeginReceiveRequest request, StreamObserver<BeginReceiveResponse> caller) {
        RpcResponder.unary(
                caller,
                () -> BeginReceiveResponse.newBuilder()
                        .setCopy(copyCalls.begin(request))
                        .build());
    }

    @Override
    public StreamObserver<ReceiveRequest> receive(StreamObserver<ReceiveResponse> caller) {
        return new ReceiveStream(this::open, copyCalls, caller);
    }

    private ReceiveSession open(ReceiveRequest.Start start) throws CsiException, IOException {
        VolumeId id = RequestFields.volume(start.getVolumeId(), "volume_id");
        long generation = TransferFields.generation(start.getGeneration());
        OperationLocks.Held held = context.operationLocks().exclusive(id);
        boolean isOpen = false;
        try {
            VolumeCopy.Receiving receiving =
                    new CopyDecision(id, copies.find(id), false).receive(generation, start.getOffset());
            long offset =
                    TransferFields.offset(start.getOffset(), receiving.header().end(), "offset");
            TransferTarget target = executor.open(id, receiving);
            isOpen = true;
            return new ReceiveSession(id, executor, held, target, receiving, offset);
        } finally {
            if (!isOpen) {
                held.close();
            }
        }
    }

    @Override
    public void abandonReceive(AbandonReceiveRequest request, StreamObserver<AbandonReceiveResponse> caller) {
        RpcResponder.unary(caller, () -> {
            copyCalls.abandon(request);
            return AbandonReceiveResponse.getDefaultInstance();
        });
    }

    @Override
    public void getCopy(GetCopyRequest request, StreamObserver<GetCopyResponse> caller) {
        RpcResponder.unary(
                caller,
                () -> GetCopyResponse.newBuilder()
                        .setCopy(copyCalls.get(request))
                        .build());
    }

    @Override
    public void fence(FenceRequest request, StreamObserver<FenceResponse> caller) {
        RpcResponder.unary(
                caller,
                () -> FenceResponse.newBuilder()
                        .setCopy(copyCalls.fence(request))
                        .build());
    }

    @Override
    public void activate(ActivateRequest request, StreamObserver<ActivateResponse> caller) {
        RpcResponder.unary(caller, () -> copyCalls.activate(request));
    }

    @Override
    public void deleteCopy(DeleteCopyRequest request, StreamObserver<DeleteCopyResponse> caller) {
        RpcResponder.unary(caller, () -> copyCalls.delete(request));
    }
}
