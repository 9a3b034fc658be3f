package dev.stowage.apiserver;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// `stowage apiserver`: serves until the process is told to end.
public final class ApiServerProgram {
    private static final Logger log = LoggerFactory.getLogger(ApiServerProgram.class);

    private ApiServerProgram() {}

    /// Returns when the server has ended.
    @SuppressWarnings("SystemOut") // the line by which whoever started it learns that it serves
    public static int run(List<String> args) throws IOException, InterruptedException {
        ApiServerFlags flags = new ApiServerFlags(args);
        EmbeddedApi api = EmbeddedApi.start(flags.options());
        CountDownLatch ended = new CountDownLatch(1);
        // A signal ends the virtual machine as soon as its hooks have ended: this one lets running requests finish.
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
            log.warn("The server did not end in order: {}", e.getMessage());
        }
    }
}
