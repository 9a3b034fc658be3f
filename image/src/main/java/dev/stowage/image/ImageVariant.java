package dev.stowage.image;

/// The two contents that an image can have.
///
/// Only the driver uses the file system tools. The variant without them does not run as root either: it talks
/// to
/// the cluster and to sockets.
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
