package dev.stowage.linux;

/// The call was never started, because too many calls hang already. Nothing has happened; trying later is safe.
public final class SyscallRefusedException extends LinuxException {
    private static final long serialVersionUID = 1L;

    SyscallRefusedException(String call, String subject, String advice) {
        super(call, subject, Errno.EAGAIN, advice);
    }
}
