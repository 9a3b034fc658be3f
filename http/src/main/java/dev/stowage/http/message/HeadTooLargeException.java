package dev.stowage.http.message;

import java.io.IOException;

/// The lines before a body, or between its chunks, exceed their limit.
public final class HeadTooLargeException extends IOException {
    private static final long serialVersionUID = 1;

    HeadTooLargeException(String message) {
        super(message);
    }
}
