package dev.stowage.cli.role;

import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import dev.stowage.kube.endpoint.Reply;
import dev.stowage.kube.program.Surroundings;
import dev.stowage.sdk.Driver;
import dev.stowage.sdk.Environment;
import dev.stowage.sdk.Listening;
import dev.stowage.sdk.Program;
import dev.stowage.sidecar.program.Beside;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A driver with the sidecar roles that `--roles` names, in its own process. They call it through its socket, as
/// anybody does: its rules for callers hold for them too.
final class WithRoles implements Program {

    private final Program driver;
    private final Surroundings around;
    private @Nullable Beside flags;
    private Optional<Beside.Waiting> waiting = Optional.empty();
    private volatile Optional<Beside.Working> working = Optional.empty();

    WithRoles(Program driver, Surroundings around) {
        this.driver = driver;
        this.around = around;
    }

    @Override
    public void declare(FlagSet declared) {
        driver.declare(declared);
        flags = new Beside(declared);
    }

    @Override
    public void assemble(Driver parts, Environment environment, ParsedFlags line) throws IOException {
        waiting = Objects.requireNonNull(flags, "the flags were not declared").read(line, around, environment.nodeId());
        driver.assemble(parts, environment, line);
    }

    @Override
    public void listening(Listening served, ParsedFlags line) throws IOException {
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
    public Optional<String> trouble() throws InterruptedException {
        Optional<String> own = driver.trouble();
        if (own.isPresent() || working.isEmpty() || working.get().health().isEmpty()) {
            return own;
        }
        try {
            Reply reply = working.get().health().get().answer(Map.of());
            return reply.status() == 200
                    ? Optional.empty()
                    : Optional.of(new String(reply.body(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            return Optional.of("the look at the leases failed: " + e.getMessage());
        }
    }

    /// Roles finish what they have begun while the driver still answers.
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
