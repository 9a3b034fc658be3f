package dev.stowage.cli.promote;

/// What has become of a request to promote a copy.
sealed interface PromoteOutcome {

    /// Nothing is decided yet, or it is being carried out.
    record Open() implements PromoteOutcome {}

    record Promoted() implements PromoteOutcome {}

    /// The request is to be withdrawn.
    record Refused(String why) implements PromoteOutcome {}

    /// There is no request any more.
    record Gone(String why) implements PromoteOutcome {}
}
