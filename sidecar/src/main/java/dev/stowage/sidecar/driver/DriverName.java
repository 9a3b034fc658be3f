package dev.stowage.sidecar.driver;

import dev.stowage.csi.ClientOptions;
import dev.stowage.csi.SocketClient;
import dev.stowage.csi.v1.GetPluginInfoRequest;
import dev.stowage.csi.v1.IdentityGrpc;
import io.grpc.StatusRuntimeException;

/// Gets only the name of a driver, over a connection that is closed afterwards. For roles that must work with
/// a driver that is not ready yet: registration and liveness.
public final class DriverName {

    private DriverName() {}

    public static String query(DriverOptions options) throws DriverFailure, InterruptedException {
        try (SocketClient client = SocketClient.connect(
                options.endpoint(),
                ClientOptions.defaults().withDeadline(options.timeout()).withMetrics(options.metrics(), () -> ""))) {
            if (!client.awaitConnected(options.dial())) {
                throw new DriverFailure(
                        options.endpoint(),
                        "no response after " + options.dial().toSeconds() + " s (check that the driver is running)");
            }
            String name = IdentityGrpc.newBlockingStub(client.channel())
                    .getPluginInfo(GetPluginInfoRequest.getDefaultInstance())
                    .getName();
            if (name.isEmpty()) {
                throw new DriverFailure(
                        options.endpoint(), "GetPluginInfo returned an empty name (the driver must report its name)");
            }
            return name;
        } catch (StatusRuntimeException e) {
            throw new DriverFailure(options.endpoint(), "GetPluginInfo", e);
        }
    }
}
