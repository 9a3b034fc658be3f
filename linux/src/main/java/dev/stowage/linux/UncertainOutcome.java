package dev.stowage.linux;

/// The caller stopped waiting while the kernel was still busy: the call may yet succeed or fail. Whoever catches
/// this must look at the real state before concluding anything.
public sealed class UncertainOutcome extends LinuxException permits CallTimedOut, CallInterrupted {
    private static final long serialVersionUID = 1L;

    UncertainOutcome(String call, String subject, Errno errno, String advice) {
        super(call, subject, errno, advice);
    }
}
