package dev.stowage.sidecar.driver;

import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.StatusCodes;
import io.grpc.StatusRuntimeException;
import java.io.IOException;

/// The driver cannot be used, and retrying in this process does not help.
public final class DriverFailure extends IOException {
    private static final long serialVersionUID = 1;

    DriverFailure(CsiEndpoint endpoint, String what) {
        super("CSI driver at " + endpoint + ": " + what);
    }

    DriverFailure(CsiEndpoint endpoint, String call, StatusRuntimeException cause) {
        super("CSI driver at " + endpoint + ": " + call + " failed: " + describe(cause), cause);
    }

    private static String describe(StatusRuntimeException failure) {
        String text = failure.getStatus().getDescription();
        return StatusCodes.name(failure.getStatus().getCode()) + (text == null ? "" : ": " + text);
    }
}
