package dev.stowage.linux;

/// The deadline passed while the call was inside the kernel.
public final class SyscallTimedOutException extends UncertainOutcomeException {
    private static final long serialVersionUID = 1L;

    public SyscallTimedOutException(String call, String subject) {
        super(
                call,
                subject,
                Errno.ETIMEDOUT,
                "The call may still finish; check the mount table before trying again, and the server or device behind it.");
    }

    /// For tests of other modules.
    public static SyscallTimedOutException of(String call, String subject) {
        return new SyscallTimedOutException(call, subject);
    }
}
