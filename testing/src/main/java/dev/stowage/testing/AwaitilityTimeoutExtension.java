package dev.stowage.testing;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// A test that waits says what for, not how long: on a busy machine the ten seconds that are usual fail now and then,
/// and where all is well nobody notices that there is more time.
public final class AwaitilityTimeoutExtension implements BeforeAllCallback {

    private static final Duration LONG_ENOUGH = Duration.ofSeconds(90);

    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultTimeout(LONG_ENOUGH);
    }
}
