package dev.stowage.sidecar.resizer;

import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A scene with a driver that expands, for each test.
abstract class ResizerTestCase {
    ResizerFixture resizerFixture;

    @BeforeEach
    void open(@TempDir Path folder) throws Exception {
        resizerFixture = new ResizerFixture(folder);
        resizerFixture.driver().controller(RPC.Type.EXPAND_VOLUME);
    }

    @AfterEach
    void close() throws Exception {
        resizerFixture.close();
    }
}
