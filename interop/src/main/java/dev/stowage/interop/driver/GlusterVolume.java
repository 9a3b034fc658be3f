package dev.stowage.interop.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/// A server of GlusterFS with one volume, replicated to two bricks. It has directories, ports and processes of its own,
/// so another server of this machine is not affected.
record GlusterVolume(ServerNamespaces namespaces) implements AutoCloseable {

    private static final String NAME = "stowage";

    /// @param folder for the bricks and all that the server writes
    static GlusterVolume serve(Path folder, Path logs) throws IOException, InterruptedException {
        GlusterVolume volume = new GlusterVolume(ServerNamespaces.create(logs));
        try {
            volume.start(folder, logs);
            return volume;
        } catch (IOException | InterruptedException e) {
            volume.close();
            throw e;
        }
    }

    private void start(Path folder, Path logs) throws IOException, InterruptedException {
        namespaces.redirect(Path.of("/var/lib/glusterd"), folder.resolve("state"));
        namespaces.redirect(Path.of("/var/log/glusterfs"), logs.resolve("glusterfs"));
        namespaces.redirect(Path.of("/run"), folder.resolve("run"));
        namespaces.run("glusterd", "--log-level=ERROR"); // in the background when it answers
        // Two addresses: bricks of one replica on the same server need them to pass for two.
        String one = "127.0.0.2:" + Files.createDirectories(folder.resolve("brick-1"));
        String two = "127.0.0.3:" + Files.createDirectories(folder.resolve("brick-2"));
        volume("create", NAME, "replica", "2", one, two, "force");
        volume("start", NAME);
    }

    private void volume(String... words) throws IOException, InterruptedException {
        namespaces.run(Stream.concat(Stream.of("gluster", "--mode=script", "volume"), Stream.of(words))
                .toArray(String[]::new));
    }

    /// The JSON of a source.
    String source() {
        return "{\"type\": \"glusterfs\", \"servers\": [\"127.0.0.1\"], \"volume\": \"%s\"}".formatted(NAME);
    }

    /// After its clients have ended.
    @Override
    public void close() {
        namespaces.close();
    }
}
