package dev.stowage.testing;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// Raises the default timeout of Awaitility: on a busy machine its ten seconds sometimes are too short, and a
/// passing test does not take longer.
public final class AwaitilityTimeoutExtension implements BeforeAllCallback {

    private static final Duration LONG_ENOUGH = Duration.ofSeconds(90);

    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultTimeout(LONG_ENOUGH);
    }
}
