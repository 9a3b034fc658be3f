package dev.stowage.image;

/// The two variants of the image.
///
/// Only the driver uses the file system tools. The variant without them does not run as root either: it only
/// connects to the cluster and to sockets.
enum ImageVariant {
    NODE("node"),
    SIDECAR("sidecar");

    private final String word;

    ImageVariant(String word) {
        this.word = word;
    }

    String word() {
        return word;
    }
}
