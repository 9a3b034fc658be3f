package dev.stowage.sdk.transfer;

import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.IncomingVolume;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.record.VolumeCopy;
import java.util.Optional;

/// What a call makes of a copy: its next state, which is recorded before anything is done, or a refusal.
/// Pure.
public final class CopyDecision {

    private final VolumeId id;
    private final Optional<VolumeCopy> now;
    private final boolean exists;

    /// @param now what is recorded
    /// @param exists whether this driver has a volume with the id
    public CopyDecision(VolumeId id, Optional<VolumeCopy> now, boolean exists) {
        this.id = id;
        this.now = now;
        this.exists = exists;
    }

    /// The copy as callers see it.
    public VolumeCopy current() throws CsiException {
        if (now.isPresent()) {
            return now.get();
        }
        if (!exists) {
            throw CsiException.notFound("volume %s does not exist".formatted(id));
        }
        return new VolumeCopy.Active(0);
    }

    /// [VolumeCopy.Receiving], or the [VolumeCopy.Standby] that has the content already.
    public VolumeCopy begin(long generation, IncomingVolume incoming) throws CsiException {
        if (now.isEmpty() && !exists) {
            if (incoming.header().isDifference()) {
                throw CsiException.failedPrecondition(
                        "there is no copy of volume %s to which a difference could be applied; send all of it"
                                .formatted(id));
            }
            return receiving(generation, Optional.empty(), incoming);
        }
        VolumeCopy copy = current();
        requireGeneration(generation, copy);
        return switch (copy) {
            case VolumeCopy.Receiving receiving -> {
                if (!receiving.header().equals(incoming.header())) {
                    throw CsiException.failedPrecondition("volume %s is receiving other content, %s; abandon that first"
                            .formatted(id, receiving.header().content()));
                }
                yield receiving.generation(generation);
            }
            case VolumeCopy.Standby standby -> update(generation, standby, incoming);
            case VolumeCopy.Active _, VolumeCopy.Fenced _, VolumeCopy.Activating _ ->
                throw CsiException.alreadyExists("volume %s exists on this node; it cannot be received".formatted(id));
            case VolumeCopy.Deleting _ -> throw beingDeleted();
        };
    }

    private VolumeCopy update(long generation, VolumeCopy.Standby standby, IncomingVolume incoming)
            throws CsiException {
        if (standby.content().equals(incoming.header().content())) {
            return new VolumeCopy.Standby(generation, standby.content());
        }
        if (!incoming.header().base().equals(Optional.of(standby.content()))) {
            throw CsiException.failedPrecondition("the copy of volume %s has content %s; %s"
                    .formatted(
                            id,
                            standby.content(),
                            incoming.header()
                                    .base()
                                    .map("the difference is from %s"::formatted)
                                    .orElse("delete it before the whole volume is received again")));
        }
        return receiving(generation, Optional.of(standby.content()), incoming);
    }

    private static VolumeCopy receiving(long generation, Optional<String> complete, IncomingVolume incoming) {
        return new VolumeCopy.Receiving(generation, complete, incoming.header(), incoming.parameters(), 0, false);
    }

    /// The copy to write into.
    public VolumeCopy.Receiving receive(long generation, long offset) throws CsiException {
        VolumeCopy copy = current();
        if (!(copy instanceof VolumeCopy.Receiving receiving)) {
            throw CsiException.failedPrecondition("volume %s is not receiving anything; begin first".formatted(id));
        }
        requireGeneration(generation, copy);
        if (receiving.verified()) {
            throw beingCompleted();
        }
        if (offset > receiving.durable()) {
            throw CsiException.outOfRange("offset %d is beyond %d, up to where volume %s is durable"
                    .formatted(offset, receiving.durable(), id));
        }
        return receiving.generation(generation);
    }

    /// [VolumeCopy.Deleting] for a new copy; a difference begins at 0 again before it is removed, so that no
    /// progress is remembered for what is not there. A complete copy stays, and late requests with a lower
    /// generation are refused from then on. One that was verified is returned as such: it is completed first, as
    /// its data may have taken the place of the base already, and no other call would do that.
    public VolumeCopy abandon(long generation) throws CsiException {
        VolumeCopy copy = current();
        requireGeneration(generation, copy);
        if (copy instanceof VolumeCopy.Standby standby) {
            return new VolumeCopy.Standby(generation, standby.content());
        }
        if (!(copy instanceof VolumeCopy.Receiving receiving)) {
            return copy;
        }
        if (receiving.verified()) {
            return receiving.generation(generation);
        }
        return receiving.complete().isEmpty()
                ? new VolumeCopy.Deleting(generation)
                : receiving.durable(0).generation(generation);
    }

    /// [VolumeCopy.Fenced].
    public VolumeCopy fence(long generation, String destination) throws CsiException {
        VolumeCopy copy = current();
        requireGeneration(generation, copy);
        VolumeCopy.Fenced fenced = new VolumeCopy.Fenced(generation, destination);
        return switch (copy) {
            case VolumeCopy.Active active when generation > active.generation() -> fenced;
            case VolumeCopy.Fenced before when generation > before.generation() || before.equals(fenced) -> fenced;
            case VolumeCopy.Active _, VolumeCopy.Fenced _ ->
                throw stale(copy, "a fence needs a higher generation than that of the copy");
            case VolumeCopy.Receiving _, VolumeCopy.Standby _, VolumeCopy.Activating _, VolumeCopy.Deleting _ ->
                throw CsiException.failedPrecondition("the copy of volume %s is not active".formatted(id));
        };
    }

    /// [VolumeCopy.Activating] for a received copy, which is not a volume yet; [VolumeCopy.Active] otherwise.
    public VolumeCopy activate(long generation) throws CsiException {
        VolumeCopy copy = current();
        requireGeneration(generation, copy);
        return switch (copy) {
            case VolumeCopy.Active _ -> new VolumeCopy.Active(generation);
            case VolumeCopy.Fenced fenced -> {
                if (generation == fenced.generation()) {
                    throw stale(copy, "that generation is of the copy at " + fenced.destination());
                }
                yield new VolumeCopy.Active(generation);
            }
            case VolumeCopy.Standby _, VolumeCopy.Activating _ -> new VolumeCopy.Activating(generation);
            case VolumeCopy.Receiving receiving ->
                throw CsiException.failedPrecondition("the copy of volume %s is incomplete: %d of %s; %s"
                        .formatted(
                                id,
                                receiving.durable(),
                                receiving.header().size(),
                                receiving.complete().isPresent()
                                        ? "abandon the difference to activate the content before it"
                                        : "receive the rest first"));
            case VolumeCopy.Deleting _ -> throw beingDeleted();
        };
    }

    /// [VolumeCopy.Deleting], or nothing when there is nothing.
    public Optional<VolumeCopy> delete(long generation) throws CsiException {
        if (now.isEmpty() && !exists) {
            return Optional.empty();
        }
        VolumeCopy copy = current();
        requireGeneration(generation, copy);
        return switch (copy) {
            case VolumeCopy.Fenced _, VolumeCopy.Standby _ -> Optional.of(new VolumeCopy.Deleting(generation));
            case VolumeCopy.Deleting deleting -> Optional.of(deleting);
            case VolumeCopy.Active _, VolumeCopy.Activating _ ->
                throw CsiException.failedPrecondition("volume %s is active here; fence it first".formatted(id));
            case VolumeCopy.Receiving _ ->
                throw CsiException.failedPrecondition("volume %s is being received; abandon that first".formatted(id));
        };
    }

    private CsiException beingCompleted() {
        return CsiException.aborted("the copy of volume %s is being completed; begin again".formatted(id));
    }

    private CsiException beingDeleted() {
        return CsiException.aborted("the copy of volume %s is being deleted; try again".formatted(id));
    }

    private void requireGeneration(long generation, VolumeCopy copy) throws CsiException {
        if (generation < copy.generation()) {
            throw stale(copy, "the request is out of date");
        }
    }

    private CsiException stale(VolumeCopy copy, String why) {
        return CsiException.failedPrecondition(
                "the copy of volume %s has generation %d: %s".formatted(id, copy.generation(), why));
    }
}
