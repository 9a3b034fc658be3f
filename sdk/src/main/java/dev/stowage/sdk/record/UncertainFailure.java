package dev.stowage.sdk.record;

import dev.stowage.linux.UncertainOutcomeException;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;

/// Whether a failure leaves open what happened. A call that timed out may still take effect, so nothing that was
/// noted for it may be dropped, and nothing be undone, before its state was checked.
public final class UncertainFailure {

    private UncertainFailure() {}

    /// True when the failure, or one that caused it, is a call that may still take effect.
    public static boolean isIn(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof UncertainOutcomeException
                    || (cause instanceof CsiException refusal && refusal.code() == CsiCode.DEADLINE_EXCEEDED)) {
                return true;
            }
        }
        return false;
    }
}
