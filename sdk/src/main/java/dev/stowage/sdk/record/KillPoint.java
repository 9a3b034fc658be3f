package dev.stowage.sdk.record;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// Points in a call at which a power failure would be worst: between two effects, or between a record and its
/// effect. Tests start a driver with `-Dstowage.kill-at=N`, and it dies at the N-th point as with SIGKILL: no
/// hook runs, nothing is flushed. Without the property a point costs nothing.
///
/// With `-Dstowage.kill-order=FILE` it dies at the N-th point after `N WORDS` was written to the file. Each new
/// order restarts the count, so that a test can choose the step of each call at which the process dies.
/// After `N wait PIPE` it does not die there: it waits until a test has opened the named pipe for writing and closed
/// it again. In between the test can break what the call uses.
public final class KillPoint {

    private static final int KILL_AT = Integer.getInteger("stowage.kill-at", 0);
    private static final String ORDER = System.getProperty("stowage.kill-order", "");

    /// The exit status of a process that was killed with SIGKILL.
    private static final int KILLED = 128 + 9;

    private static int passed;
    private static String order = "";

    private KillPoint() {}

    public static void pass() {
        if (KILL_AT > 0) {
            if (isAt(KILL_AT)) {
                die();
            }
        } else if (!ORDER.isEmpty()) {
            obey();
        }
    }

    private static synchronized void obey() {
        String now = written();
        if (!now.equals(order)) {
            order = now;
            passed = 0;
        }
        if (!now.isEmpty()) {
            String[] words = now.split(" ", 4);
            if (isAt(Integer.parseInt(words[0]))) {
                if (words[1].equals("wait")) {
                    await(Path.of(words[2]));
                } else {
                    die();
                }
            }
        }
    }

    private static void await(Path pipe) {
        try {
            byte[] ignored = Files.readAllBytes(pipe);
        } catch (IOException e) {
            throw new IllegalStateException("cannot wait for " + pipe, e);
        }
    }

    private static String written() {
        try {
            return Files.readString(Path.of(ORDER));
        } catch (NoSuchFileException _) {
            return "";
        } catch (IOException e) {
            throw new IllegalStateException("cannot read the kill point in " + ORDER, e);
        }
    }

    private static synchronized boolean isAt(int at) {
        return ++passed == at;
    }

    private static void die() {
        Runtime.getRuntime().halt(KILLED);
    }
}
