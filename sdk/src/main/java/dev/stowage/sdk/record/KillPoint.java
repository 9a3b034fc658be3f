package dev.stowage.sdk.record;

/// Places in the life of a call at which a power cut would be worst: between two effects, or between a note and its
/// effect. Tests start a driver with `-Dstowage.kill-at=N` and it dies at the N-th such place as if killed with
/// SIGKILL: no hook runs, nothing is flushed. Without the property a place costs nothing.
public final class KillPoint {

    private static final int KILL_AT = Integer.getInteger("stowage.kill-at", 0);

    /// What SIGKILL's exit status looks like from outside.
    private static final int KILLED = 128 + 9;

    private static int passed;

    private KillPoint() {}

    public static void pass() {
        if (KILL_AT > 0) {
            count();
        }
    }

    private static synchronized void count() {
        if (++passed == KILL_AT) {
            Runtime.getRuntime().halt(KILLED);
        }
    }
}
