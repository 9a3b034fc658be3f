package dev.stowage.sdk.server;

import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import java.io.IOException;
import java.util.Optional;

/// What is specific to one driver program: its own flags, the objects that implement its roles, and what is left
/// to do when the last call has been answered.
public interface DriverProgram {

    /// Declares flags in addition to those of every driver; keep them to read their values later.
    default void declare(FlagSet flags) {}

    /// Adds the driver's parts.
    ///
    /// @throws dev.stowage.flags.UsageException for flags that do not fit together
    void assemble(Driver driver, DriverEnvironment environment, ParsedFlags flags) throws IOException;

    /// Called when the socket listens, for example to register the driver. A failure ends the process.
    default void listening(ServingContext driver, ParsedFlags flags) throws IOException {}

    /// Why the driver is unhealthy, for `/healthz`; empty when it is healthy.
    default Optional<String> unhealthyReason() throws InterruptedException {
        return Optional.empty();
    }

    /// Called on shutdown, while calls are still served.
    default void ending() {}

    /// Called on shutdown, after the last call.
    default void stopped() {}
}
