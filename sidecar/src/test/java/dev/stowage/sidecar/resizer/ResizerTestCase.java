package dev.stowage.sidecar.resizer;

import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A fixture with a driver that expands, for each test.
abstract class ResizerTestCase {
    ResizerFixture fixture;

    @BeforeEach
    void open(@TempDir Path folder) throws Exception {
        fixture = new ResizerFixture(folder);
        fixture.driver().controller(RPC.Type.EXPAND_VOLUME);
    }

    @AfterEach
    void close() throws Exception {
        fixture.close();
    }
}
