package dev.stowage.bench.harness;

import java.util.Arrays;

/// Durations of the same thing done many times, in nanoseconds.
public final class LatencySamples {

    private long[] nanos = new long[1024];
    private int count;

    public void add(long duration) {
        if (count == nanos.length) {
            nanos = Arrays.copyOf(nanos, count * 2);
        }
        nanos[count++] = duration;
    }

    public void addAll(LatencySamples other) {
        for (int i = 0; i < other.count; i++) {
            add(other.nanos[i]);
        }
    }

    public int count() {
        return count;
    }

    /// The smallest sample that at least this share of all samples does not exceed, in milliseconds.
    public double millis(double share) {
        if (count == 0) {
            throw new IllegalStateException("there are no samples to take a percentile of");
        }
        long[] sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        int index = (int) Math.ceil(share * count) - 1;
        return sorted[Math.clamp(index, 0, count - 1)] / 1e6;
    }
}
