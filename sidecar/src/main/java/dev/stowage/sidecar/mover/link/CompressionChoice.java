package dev.stowage.sidecar.mover.link;

/// Decides whether compression pays. Pure.
///
/// It pays when the stream is held up by its reader (by the network or a rate limit), when it would be a quarter
/// smaller at least, and when compressing is faster than the stream is without. On a network that takes everything
/// at once it would only cost processor time, and data that is compressed or encrypted already does not get smaller.
final class CompressionChoice {
    private CompressionChoice() {}

    /// A part of the stream that was sent as it is.
    ///
    /// @param nanos how long it took
    /// @param waited how many of them the reader was not ready
    record PlainPart(long bytes, long nanos, long waited) {}

    /// A piece of the stream, compressed on trial.
    ///
    /// @param nanos how long that took
    record Sample(int bytes, int compressed, long nanos) {

        boolean shrinks() {
            return compressed <= bytes / 4L * 3;
        }
    }

    static boolean pays(PlainPart part, Sample sample) {
        boolean isHeldUp = part.waited() >= part.nanos() / 4;
        double plainSpeed = (double) part.bytes() / Math.max(1, part.nanos());
        double compressorSpeed = (double) sample.bytes() / Math.max(1, sample.nanos());
        return isHeldUp && sample.shrinks() && compressorSpeed > plainSpeed;
    }
}
