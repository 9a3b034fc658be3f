package dev.stowage.linux;

/// The waiting thread was interrupted (a cancelled request) while the call was inside the kernel.
public final class SyscallInterruptedException extends UncertainOutcomeException {
    private static final long serialVersionUID = 1L;

    public SyscallInterruptedException(String call, String subject) {
        super(call, subject, Errno.EINTR, "The caller was interrupted; the call may still finish.");
    }
}
