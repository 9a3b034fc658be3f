package dev.stowage.apiserver.endpoints;

import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.StatusReason;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Arrays;

/// Reads the body of a request within limits of size and time: a client that sends a byte now and then must not keep
/// its thread.
final class RequestBodyReader {
    static final int MOST = 3 * 1024 * 1024;
    static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int PART = 16 * 1024;

    private RequestBodyReader() {}

    /// @param length as the client states it; negative if it does not
    /// @throws ApiException when the body is too large, or takes too long
    static byte[] read(InputStream in, long length, Duration limit) throws ApiException, IOException {
        if (length > MOST) {
            throw tooLarge();
        }
        long start = System.nanoTime();
        // No more than what has arrived: a client can state a length, and send nothing.
        byte[] bytes = new byte[length < 0 ? PART : (int) Math.min(length + 1, PART)];
        int size = 0;
        for (int count = in.read(bytes); count >= 0; count = in.read(bytes, size, bytes.length - size)) {
            size += count;
            if (size > MOST) {
                throw tooLarge();
            }
            if (System.nanoTime() - start > limit.toNanos()) {
                throw new ApiException(
                        StatusReason.TIMEOUT, "Timeout: request did not complete within the allotted timeout");
            }
            if (size == bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.min(2 * size, MOST + 1));
            }
        }
        return Arrays.copyOf(bytes, size);
    }

    /// Reads and forgets a body.
    ///
    /// @return whether all of it was read
    static boolean skip(InputStream in, Duration limit) throws IOException {
        long start = System.nanoTime();
        long size = 0;
        byte[] part = new byte[PART];
        int count = in.read(part);
        while (count >= 0 && size < 4L * MOST && System.nanoTime() - start <= limit.toNanos()) {
            size += count;
            count = in.read(part);
        }
        return count < 0;
    }

    static ApiException tooLarge() {
        return new ApiException(StatusReason.TOO_LARGE, "Request entity too large: limit is " + MOST);
    }
}
