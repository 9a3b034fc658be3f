package dev.stowage.kube.credential;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs the program that a kubeconfig names for credentials, and keeps its result until it expires. Thread-safe.
public final class ExecCredentialPlugin {
    private static final Logger log = LoggerFactory.getLogger(ExecCredentialPlugin.class);
    /// Long enough for a person to log in in a browser.
    private static final Duration LONGEST = Duration.ofMinutes(5);
    /// A program that fails is not run for each request.
    private static final Duration PAUSE = Duration.ofSeconds(10);
    /// A process that the program left behind may keep its output open.
    private static final Duration LAST_OUTPUT = Duration.ofSeconds(5);
    private static final int MOST_OUTPUT = 1 << 20;

    private final ExecPluginConfig config;
    private final InstantSource clock;
    private ExecCredential credential;
    private Instant tried;

    private ExecCredentialPlugin(ExecPluginConfig config, InstantSource clock, ExecCredential first) {
        this.config = config;
        this.clock = clock;
        this.credential = first;
        this.tried = clock.instant();
    }

    /// @throws IOException if the program does not provide a credential
    public static ExecCredentialPlugin start(ExecPluginConfig config, InstantSource clock) throws IOException {
        return new ExecCredentialPlugin(config, clock, run(config));
    }

    /// The last credential, or a new one if that has expired.
    public synchronized ExecCredential current() {
        if (!credential.isValid(clock.instant())) {
            renew();
        }
        return credential;
    }

    /// Called when the server rejects a credential. Many requests may be rejected at the same time: the first one
    /// runs the program, and the others, which wait for it, use its result.
    public synchronized void renew(ExecCredential rejected) {
        if (credential.equals(rejected)) {
            renew();
        }
    }

    private void renew() {
        Instant now = clock.instant();
        if (now.isBefore(tried.plus(PAUSE)) && !now.isBefore(tried)) {
            return;
        }
        try {
            credential = run(config);
        } catch (IOException e) {
            log.warn("Keeping the previous credential: {}", e.getMessage());
        } finally {
            // The end counts: the program may take longer than the pause.
            tried = clock.instant();
        }
    }

    private static ExecCredential run(ExecPluginConfig config) throws IOException {
        try {
            return ExecCredential.parse(output(config), config.apiVersion());
        } catch (IOException e) {
            String hint = config.installHint().isEmpty() ? "" : " (" + config.installHint() + ")";
            throw new IOException("exec plug-in " + config.command() + ": " + e.getMessage() + hint, e);
        }
    }

    private static byte[] output(ExecPluginConfig config) throws IOException {
        Process process = process(config);
        // Not read here: a process that the program started can keep the pipe open for ever.
        FutureTask<byte[]> printed = new FutureTask<>(() -> {
            try (InputStream out = process.getInputStream()) {
                return out.readNBytes(MOST_OUTPUT + 1);
            }
        });
        Thread.ofVirtual().name("exec-plugin-output").start(printed);
        try {
            if (!process.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS)) {
                throw new IOException("it did not exit within " + LONGEST.toMinutes() + " minutes");
            }
            if (process.exitValue() != 0) {
                throw new IOException("it failed with exit status " + process.exitValue());
            }
            byte[] output = printed.get(LAST_OUTPUT.toSeconds(), TimeUnit.SECONDS);
            if (output.length > MOST_OUTPUT) {
                throw new IOException("it printed more than " + MOST_OUTPUT + " bytes");
            }
            return output;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while it was running", e);
        } catch (TimeoutException e) {
            throw new IOException("it exited, but a process that it started keeps its output open", e);
        } catch (ExecutionException e) {
            throw new IOException("its output cannot be read: " + e.getMessage(), e);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /// Its error output is for the user, as with kubectl.
    private static Process process(ExecPluginConfig config) throws IOException {
        List<String> line = new ArrayList<>();
        line.add(config.command());
        line.addAll(config.arguments());
        ProcessBuilder builder = new ProcessBuilder(line)
                .redirectInput(new File("/dev/null"))
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(config.environment());
        builder.environment().put("KUBERNETES_EXEC_INFO", request(config));
        return builder.start();
    }

    private static String request(ExecPluginConfig config) {
        ObjectNode request = JsonNodeFactory.instance
                .objectNode()
                .put("kind", "ExecCredential")
                .put("apiVersion", config.apiVersion());
        ObjectNode spec = request.putObject("spec");
        config.cluster().ifPresent(cluster -> spec.set("cluster", cluster));
        spec.put("interactive", false);
        return new String(Json.write(request), StandardCharsets.UTF_8);
    }
}
