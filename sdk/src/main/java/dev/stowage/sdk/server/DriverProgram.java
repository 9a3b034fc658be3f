package dev.stowage.sdk.server;

import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import java.io.IOException;
import java.util.Optional;

/// What makes a driver's program this driver's: flags of its own, the parts it is put together from, and what is left
/// to do when the last call has been answered.
public interface DriverProgram {

    /// Declares flags beside those that every driver has; keep them to ask for their values later.
    default void declare(FlagSet flags) {}

    /// Adds the driver's parts.
    ///
    /// @throws dev.stowage.flags.UsageException for flags that do not fit together
    void assemble(Driver driver, DriverEnvironment environment, ParsedFlags flags) throws IOException;

    /// Comes when the socket listens: for what tells others about the driver. A failure ends the process.
    default void listening(ServingContext driver, ParsedFlags flags) throws IOException {}

    /// Why the driver is not well, for `/healthz`; empty when it is.
    default Optional<String> unhealthyReason() throws InterruptedException {
        return Optional.empty();
    }

    /// Comes when the process was told to end, while calls are still answered.
    default void ending() {}

    /// Comes after the last call, when the process was told to end.
    default void stopped() {}
}
