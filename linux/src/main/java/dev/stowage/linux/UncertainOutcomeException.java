package dev.stowage.linux;

/// The caller stopped waiting while the kernel was still busy: the call may still succeed or fail. A handler of
/// this exception must check the actual state first.
public sealed class UncertainOutcomeException extends LinuxException
        permits SyscallTimedOutException, SyscallInterruptedException {
    private static final long serialVersionUID = 1L;

    UncertainOutcomeException(String call, String subject, Errno errno, String advice) {
        super(call, subject, errno, advice);
    }
}
