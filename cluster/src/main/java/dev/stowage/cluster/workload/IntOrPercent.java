package dev.stowage.cluster.workload;

/// A number or a percentage, as in update strategies.
public final class IntOrPercent {

    private IntOrPercent() {}

    public static int of(String written, int total, boolean up) {
        if (!written.endsWith("%")) {
            return number(written);
        }
        long hundredfold = (long) number(written.substring(0, written.length() - 1)) * total;
        return Math.toIntExact(up ? Math.ceilDiv(hundredfold, 100L) : hundredfold / 100);
    }

    private static int number(String written) {
        try {
            return Integer.parseInt(written.strip());
        } catch (NumberFormatException e) {
            // The server validates it; if an invalid value slips through, no pod is removed because of it.
            return 0;
        }
    }
}
