package dev.stowage.node.staticpod;

import java.io.IOException;

/// A file is not a static pod.
final class StaticPodException extends IOException {
    private static final long serialVersionUID = 1;

    StaticPodException(String message) {
        super(message);
    }
}
