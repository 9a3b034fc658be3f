package dev.stowage.sdk;

/// The requested size of a volume: minimum and maximum.
public record CapacityRange(Bytes atLeast, Bytes atMost) {

    public static final CapacityRange ANY = new CapacityRange(Bytes.ZERO, Bytes.UNLIMITED);

    public boolean allows(Bytes size) {
        return !size.isLessThan(atLeast) && !atMost.isLessThan(size);
    }

    @Override
    public String toString() {
        return atMost.equals(Bytes.UNLIMITED) ? "at least " + atLeast : atLeast + " to " + atMost;
    }
}
