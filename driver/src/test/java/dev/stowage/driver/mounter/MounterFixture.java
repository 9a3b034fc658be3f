package dev.stowage.driver.mounter;

import dev.stowage.driver.bind.PoolScratch;
import dev.stowage.driver.mounter.protocol.MounterClient;
import dev.stowage.driver.share.FuseSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A mounter in this process.
record MounterFixture(SupervisedMounts mounts, MounterServer server, Path socket, Path data) implements AutoCloseable {

    /// @param argvs the programs, by the name of the share
    static MounterFixture start(PoolScratch scratch, Map<String, List<String>> argvs) throws IOException {
        Map<String, MountedShare> shares = new LinkedHashMap<>();
        for (var entry : argvs.entrySet()) {
            Path directory = scratch.path().resolve("shares").resolve(entry.getKey());
            shares.put(entry.getKey(), new MountedShare(entry.getKey(), directory, new FuseSource(entry.getValue())));
        }
        Path data = scratch.directory("mounter");
        MounterContext context = MounterContext.in(data, scratch.mounts());
        SupervisedMounts mounts = SupervisedMounts.start(shares, context);
        Path socket = scratch.path().resolve("m.sock");
        return new MounterFixture(
                mounts, MounterServer.open(socket, new MounterCalls(mounts, context.events())), socket, data);
    }

    MounterClient client() {
        return MounterClient.at(socket);
    }

    MountRecords records() {
        return MountRecords.in(data);
    }

    @Override
    public void close() throws IOException {
        server.close();
        mounts.close();
    }
}
