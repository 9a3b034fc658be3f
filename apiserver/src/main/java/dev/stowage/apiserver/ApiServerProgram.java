package dev.stowage.apiserver;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// `stowage apiserver`: serves until the process gets a signal.
public final class ApiServerProgram {
    private static final Logger log = LoggerFactory.getLogger(ApiServerProgram.class);

    private ApiServerProgram() {}

    /// Returns when the server has ended.
    @SuppressWarnings("SystemOut") // the line that reports that the server is ready
    public static int run(List<String> args) throws IOException, InterruptedException {
        ApiServerFlags flags = new ApiServerFlags(args);
        EmbeddedApi api = EmbeddedApi.start(flags.options());
        CountDownLatch ended = new CountDownLatch(1);
        // The JVM exits when its shutdown hooks have ended; this one lets running requests finish.
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> {
            end(api);
            ended.countDown();
        }));
        Optional<Path> kubeconfig = flags.kubeconfig();
        if (kubeconfig.isPresent()) {
            api.writeKubeconfig(kubeconfig.get());
        }
        System.out.println("ready at " + api.address()
                + kubeconfig.map(file -> ", kubeconfig " + file).orElse(""));
        ended.await();
        return 0;
    }

    private static void end(EmbeddedApi api) {
        try {
            api.close();
        } catch (IOException | RuntimeException e) {
            log.warn("The API server did not stop cleanly: {}", e.getMessage());
        }
    }
}
