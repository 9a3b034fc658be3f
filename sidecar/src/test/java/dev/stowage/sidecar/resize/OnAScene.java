package dev.stowage.sidecar.resize;

import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A scene with a driver that expands, for each test.
abstract class OnAScene {
    Scene scene;

    @BeforeEach
    void open(@TempDir Path folder) throws Exception {
        scene = new Scene(folder);
        scene.driver().controller(RPC.Type.EXPAND_VOLUME);
    }

    @AfterEach
    void close() throws Exception {
        scene.close();
    }
}
