package dev.stowage.sidecar.provisioner;

import dev.stowage.csi.v1.CreateVolumeRequest;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A fixture with a class, for each test.
abstract class ProvisionerTestCase {
    ProvisionerFixture fixture;

    /// Releases the response that [#firstAnswerWaits] holds back.
    final CountDownLatch go = new CountDownLatch(1);

    @BeforeEach
    void begin(@TempDir Path folder) throws Exception {
        fixture = new ProvisionerFixture(folder);
        fixture.storageClass("");
    }

    @AfterEach
    void end() throws Exception {
        go.countDown();
        fixture.close();
    }

    /// The driver creates the volume; the first response is sent when the test allows it, or ends.
    final void firstAnswerWaits() {
        AtomicInteger calls = new AtomicInteger();
        fixture.driver.<CreateVolumeRequest>on("CreateVolume", request -> {
            // Counted first: a test that sees the volume may send the next request.
            boolean first = calls.incrementAndGet() == 1;
            var made = fixture.fakeVolumes.create(request);
            if (first) {
                ProvisionerFixture.waitFor(go);
            }
            return made;
        });
    }
}
