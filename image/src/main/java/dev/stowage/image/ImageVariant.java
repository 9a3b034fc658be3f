package dev.stowage.image;

/// The two contents that an image can have.
///
/// The programs for file systems are of use to the driver only. Whoever has none of them is not root either: it talks
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
