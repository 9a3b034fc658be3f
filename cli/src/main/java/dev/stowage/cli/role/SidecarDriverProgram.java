package dev.stowage.cli.role;

import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import dev.stowage.kube.endpoint.PageResponse;
import dev.stowage.kube.manager.Environment;
import dev.stowage.sdk.server.Driver;
import dev.stowage.sdk.server.DriverEnvironment;
import dev.stowage.sdk.server.DriverProgram;
import dev.stowage.sdk.server.ServingContext;
import dev.stowage.sidecar.program.EmbeddedRoles;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A driver that runs the sidecar roles of `--roles` in its own process. They call it through its socket like any
/// other client.
final class SidecarDriverProgram implements DriverProgram {

    private final DriverProgram driver;
    private final Environment environment;
    private @Nullable EmbeddedRoles flags;
    private Optional<EmbeddedRoles.RoleStarter> waiting = Optional.empty();
    private volatile Optional<EmbeddedRoles.RunningRoles> working = Optional.empty();

    SidecarDriverProgram(DriverProgram driver, Environment environment) {
        this.driver = driver;
        this.environment = environment;
    }

    @Override
    public void declare(FlagSet declared) {
        driver.declare(declared);
        flags = new EmbeddedRoles(declared);
    }

    @Override
    public void assemble(Driver parts, DriverEnvironment driverEnvironment, ParsedFlags line) throws IOException {
        waiting = Objects.requireNonNull(flags, "the flags were not declared")
                .read(line, environment, driverEnvironment.nodeId());
        driver.assemble(parts, driverEnvironment, line);
    }

    @Override
    public void listening(ServingContext served, ParsedFlags line) throws IOException {
        driver.listening(served, line);
        if (waiting.isPresent()) {
            try {
                working = Optional.of(waiting.get().open(served.socket(), served.metrics(), served.fatal()));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("the start of the roles was interrupted");
            }
        }
    }

    @Override
    public Optional<String> unhealthyReason() throws InterruptedException {
        Optional<String> own = driver.unhealthyReason();
        if (own.isPresent() || working.isEmpty() || working.get().health().isEmpty()) {
            return own;
        }
        try {
            PageResponse pageResponse = working.get().health().get().answer(Map.of());
            return pageResponse.status() == 200
                    ? Optional.empty()
                    : Optional.of(new String(pageResponse.body(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            return Optional.of("cannot check the leases: " + e.getMessage());
        }
    }

    /// Roles finish running operations while the driver still answers.
    @Override
    public void ending() {
        working.ifPresent(roles -> roles.part().close());
        driver.ending();
    }

    @Override
    public void stopped() {
        driver.stopped();
    }
}
