package dev.stowage.sidecar.program;

import dev.stowage.kube.manager.Environment;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// A program that runs concurrently with a test. Closing it interrupts it, which is an orderly shutdown.
final class BackgroundProgram implements AutoCloseable {

    private final CompletableFuture<Integer> status = new CompletableFuture<>();
    private final Thread thread;

    BackgroundProgram(Optional<RoleName> alone, List<String> args, Environment around, List<RoleDefinition> roles) {
        thread = Thread.ofPlatform().name("program").start(() -> {
            try {
                status.complete(SidecarProgram.run(alone, args, around, roles));
            } catch (Exception e) {
                status.completeExceptionally(e);
            }
        });
    }

    /// The exit status, or the failure as the cause.
    int status() throws Exception {
        return status.get(60, TimeUnit.SECONDS);
    }

    boolean runs() {
        return !status.isDone();
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
