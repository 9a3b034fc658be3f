package dev.stowage.sidecar.registrar;

import dev.stowage.csi.registration.v1.InfoRequest;
import dev.stowage.csi.registration.v1.PluginInfo;
import dev.stowage.csi.registration.v1.RegistrationGrpc;
import dev.stowage.csi.registration.v1.RegistrationStatus;
import dev.stowage.csi.registration.v1.RegistrationStatusResponse;
import io.grpc.stub.StreamObserver;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The kubelet's registration calls: the driver's info, and the result of the registration.
final class RegistrationService extends RegistrationGrpc.RegistrationImplBase {

    private static final Logger log = LoggerFactory.getLogger(RegistrationService.class);

    private final PluginInfo info;
    private final Consumer<String> onRefused;

    RegistrationService(String driverName, String driverSocket, Consumer<String> onRefused) {
        this.info = PluginInfo.newBuilder()
                .setType("CSIPlugin")
                .setName(driverName)
                .setEndpoint(driverSocket)
                .addSupportedVersions("1.0.0")
                .build();
        this.onRefused = onRefused;
    }

    @Override
    public void getInfo(InfoRequest request, StreamObserver<PluginInfo> observer) {
        observer.onNext(info);
        observer.onCompleted();
    }

    @Override
    public void notifyRegistrationStatus(
            RegistrationStatus status, StreamObserver<RegistrationStatusResponse> observer) {
        observer.onNext(RegistrationStatusResponse.getDefaultInstance());
        observer.onCompleted();
        if (status.getPluginRegistered()) {
            log.info("The kubelet registered driver {}.", info.getName());
        } else {
            // The kubelet does not retry by itself; a restart makes it try again.
            onRefused.accept("the kubelet did not register driver " + info.getName() + ": " + status.getError());
        }
    }
}
