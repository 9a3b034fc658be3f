package dev.stowage.linux;

import java.io.IOException;

/// A system call that failed: which call, on what, and the kernel's error number.
public class LinuxException extends IOException {
    private static final long serialVersionUID = 1L;

    private final String call;
    private final Errno errno;
    private final int number;

    public LinuxException(String call, String subject, Errno errno, String advice) {
        this(call, subject, errno.number(), advice);
    }

    public LinuxException(String call, String subject, int number, String advice) {
        super(describe(call, subject, number, advice));
        this.call = call;
        this.errno = Errno.of(number);
        this.number = number;
    }

    /// For tests of other modules that need a failure without a real system call.
    public static LinuxException of(String call, String subject, Errno errno) {
        return new LinuxException(call, subject, errno, "");
    }

    public final Errno errno() {
        return errno;
    }

    /// The raw error number, also when [#errno()] is [Errno#UNKNOWN].
    public final int number() {
        return number;
    }

    /// The system call (or the step made of several) that failed.
    public final String call() {
        return call;
    }

    private static String describe(String call, String subject, int number, String advice) {
        Errno errno = Errno.of(number);
        String name = errno == Errno.UNKNOWN ? "errno " + number : errno.name();
        String failure = call + " of " + subject + " failed: " + errno.text() + " (" + name + ")";
        return advice.isEmpty() ? failure : failure + ". " + advice;
    }
}
