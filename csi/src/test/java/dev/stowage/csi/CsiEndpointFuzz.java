package dev.stowage.csi;

import dev.stowage.testing.fuzz.FuzzTarget;
import java.util.List;

/// The endpoint in the environment of a driver.
final class CsiEndpointFuzz implements FuzzTarget {

    @Override
    public List<byte[]> seeds() {
        return FuzzTarget.texts(
                "unix:///a/b.sock", "unix:/a/b.sock", "unix://relative.sock", "/bare.sock", "tcp://x:1");
    }

    @Override
    public List<String> words() {
        return List.of("unix:", "//", "/", "\0", "..", ":", "é");
    }

    @Override
    public void run(byte[] input) {
        try {
            CsiEndpoint endpoint = CsiEndpoint.parse(FuzzTarget.text(input));
            if (!CsiEndpoint.parse(endpoint.toString()).equals(endpoint)) {
                throw new AssertionError("another endpoint when it is written and read: " + endpoint);
            }
        } catch (IllegalArgumentException _) {
            // Not an endpoint.
        }
    }
}
