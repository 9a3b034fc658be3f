package dev.stowage.apiserver.storage;

import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Random operations on a store and on a [StoreModel] of it. `-Dstowage.steps=1000000` is a full run;
/// `-Dstowage.seed=…` repeats one that failed.
final class StoreModelTest {
    @TempDir
    private Path folder;

    @Test
    void aStoreIsLikeItsModelWhateverIsDoneToIt() throws Exception {
        long steps = Long.getLong("stowage.steps", 4_000);
        long seed = Long.getLong("stowage.seed", System.nanoTime());
        try (StoreModelRun run = new StoreModelRun(folder, new Random(seed))) {
            while (run.steps() < steps) {
                run.step();
            }
            run.compareAll();
        } catch (Exception | AssertionError e) {
            throw new AssertionError("failed with -Dstowage.seed=%d".formatted(seed), e);
        }
    }
}
