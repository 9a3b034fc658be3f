package dev.stowage.linux;

/// The deadline passed while the call was inside the kernel.
public final class CallTimedOut extends UncertainOutcome {
    private static final long serialVersionUID = 1L;

    CallTimedOut(String call, String subject) {
        super(
                call,
                subject,
                Errno.ETIMEDOUT,
                "The call may still finish; look at the mount table before trying again, and check the server or device behind it.");
    }

    /// For tests of other rooms.
    public static CallTimedOut of(String call, String subject) {
        return new CallTimedOut(call, subject);
    }
}
