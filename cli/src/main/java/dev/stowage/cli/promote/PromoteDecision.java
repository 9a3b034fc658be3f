package dev.stowage.cli.promote;

/// Whether a promotion has ended, and how. Pure.
final class PromoteDecision {
    /// What the message of a mover that refuses starts with.
    static final String REFUSED = "cannot promote the copy: ";

    private PromoteDecision() {}

    /// A mover writes a status only if nothing has changed since it read the object. So a message other than the one
    /// before the request is the answer to the request. The message from before may be the answer to an earlier
    /// request, or the same answer again, which is not written twice: only time tells.
    ///
    /// @param requested as it was right after the request
    /// @param isAnswered whether the mover has had time enough to write another message
    static PromoteOutcome decide(VolumeStandby requested, VolumeStandby now, boolean isAnswered) {
        return switch (now.phase()) {
            case PROMOTED -> new PromoteOutcome.Promoted();
            case PROMOTING -> new PromoteOutcome.Open();
            case PENDING, COPYING, READY -> undecided(requested, now, isAnswered);
        };
    }

    private static PromoteOutcome undecided(VolumeStandby requested, VolumeStandby now, boolean isAnswered) {
        if (now.isBeingDeleted()) {
            return new PromoteOutcome.Gone("VolumeStandby %s is being deleted".formatted(now.key()));
        }
        if (!now.promote()) {
            return new PromoteOutcome.Gone("the request was withdrawn");
        }
        if (now.copiedAt().isEmpty()) {
            return new PromoteOutcome.Refused(
                    "node %s has no complete copy: %s".formatted(now.node(), PromoteText.printable(now.message())));
        }
        boolean isNews = !now.message().equals(requested.message());
        return now.message().startsWith(REFUSED) && (isNews || isAnswered)
                ? new PromoteOutcome.Refused(PromoteText.printable(now.message().substring(REFUSED.length())))
                : new PromoteOutcome.Open();
    }
}
