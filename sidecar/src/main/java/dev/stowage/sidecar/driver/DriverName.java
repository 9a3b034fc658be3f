package dev.stowage.sidecar.driver;

import dev.stowage.csi.ClientOptions;
import dev.stowage.csi.SocketClient;
import dev.stowage.csi.v1.GetPluginInfoRequest;
import dev.stowage.csi.v1.IdentityGrpc;
import io.grpc.StatusRuntimeException;

/// Asks a driver for its name and for nothing else, on a connection that ends with the answer. For those who have to
/// work with a driver that is not ready yet: it registers, and is watched, all the same.
public final class DriverName {

    private DriverName() {}

    public static String query(DriverOptions options) throws DriverFailure, InterruptedException {
        try (SocketClient client = SocketClient.connect(
                options.endpoint(),
                ClientOptions.defaults().withDeadline(options.timeout()).withMetrics(options.metrics(), () -> ""))) {
            if (!client.awaitConnected(options.dial())) {
                throw new DriverFailure(
                        options.endpoint(),
                        "nobody answers after " + options.dial().toSeconds() + " s. Check that the driver runs.");
            }
            String name = IdentityGrpc.newBlockingStub(client.channel())
                    .getPluginInfo(GetPluginInfoRequest.getDefaultInstance())
                    .getName();
            if (name.isEmpty()) {
                throw new DriverFailure(options.endpoint(), "GetPluginInfo gives no name, and nothing is nobody's.");
            }
            return name;
        } catch (StatusRuntimeException e) {
            throw new DriverFailure(options.endpoint(), "GetPluginInfo", e);
        }
    }
}
