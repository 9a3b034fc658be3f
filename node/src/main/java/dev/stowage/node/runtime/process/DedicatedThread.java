package dev.stowage.node.runtime.process;

import dev.stowage.linux.BlockingCalls;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Runs work on a platform thread that is used for nothing else.
final class DedicatedThread {
    private static final long SECONDS = 60;

    private DedicatedThread() {}

    static <T> T run(String name, BlockingCalls.Body<T> body) throws IOException {
        CompletableFuture<T> answer = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name(name).start(() -> {
            try {
                answer.complete(body.run());
            } catch (IOException | RuntimeException | Error e) {
                answer.completeExceptionally(e);
            }
        });
        try {
            return answer.get(SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new IOException(
                    e.getCause() == null ? e.getMessage() : e.getCause().getMessage(), e.getCause());
        } catch (TimeoutException e) {
            throw new IOException(name + " took longer than " + SECONDS + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(name + " was interrupted", e);
        }
    }
}
