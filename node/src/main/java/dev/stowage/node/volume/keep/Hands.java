package dev.stowage.node.volume.keep;

import dev.stowage.kube.model.CsiDriver;
import dev.stowage.node.volume.call.CallTrouble;
import dev.stowage.node.volume.call.Prepared;
import dev.stowage.node.volume.call.Volumes;
import dev.stowage.node.volume.have.Device;
import dev.stowage.node.volume.have.Have;
import dev.stowage.node.volume.have.MountState;
import dev.stowage.node.volume.have.Publication;
import dev.stowage.node.volume.journal.Journal;
import dev.stowage.node.volume.step.Step;
import dev.stowage.node.volume.want.Catalog;
import dev.stowage.node.volume.want.Spot;
import dev.stowage.node.volume.want.VolumeKey;
import dev.stowage.node.volume.want.Wanted;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Carries steps out: the journal first, then the call, then the journal again. One thread a volume.
final class Hands {
    private static final Logger log = LoggerFactory.getLogger(Hands.class);

    private final World world;
    private final Catalog catalog;
    private final Journal journal;
    private final Volumes files;
    private final Volumes blocks;
    private final Reports reports;
    private final Renewals renewals;
    private final Growing growing;
    private final Mending mending;
    private final BiConsumer<VolumeKey, Set<String>> changed;

    /// @param changed hears of a volume of which something changed, with the pods that have or want it
    Hands(
            World world,
            Catalog catalog,
            Journal journal,
            Volumes files,
            Volumes blocks,
            Reports reports,
            Renewals renewals,
            Growing growing,
            Mending mending,
            BiConsumer<VolumeKey, Set<String>> changed) {
        this.world = world;
        this.catalog = catalog;
        this.journal = journal;
        this.files = files;
        this.blocks = blocks;
        this.reports = reports;
        this.renewals = renewals;
        this.growing = growing;
        this.mending = mending;
        this.changed = changed;
    }

    /// How a step ended.
    enum Result {
        DONE,
        FAILED,
        /// Nothing was done, and whoever has to do something will be heard.
        WAITS
    }

    Result carryOut(VolumeKey volume, Step step) throws IOException, InterruptedException {
        return switch (step) {
            case Step.Stage(Wanted wanted) -> stage(wanted);
            case Step.Publish(Wanted wanted, boolean again) -> again ? renew(wanted) : publish(wanted);
            case Step.Unpublish(Publication publication) -> unpublish(volume, publication);
            case Step.Unstage(Device device) -> unstage(volume, device);
            case Step.Grow(Wanted wanted) -> grow(wanted);
            case Step.Refuse(Wanted wanted, String during, String why) -> {
                reports.failed(wanted, during, why);
                changed.accept(volume, world.podsOf(volume));
                yield Result.FAILED;
            }
            case Step.AwaitAttach _ -> Result.WAITS;
            case Step.AwaitDriver(String driver) -> {
                log.info("Volume {} stays until its driver, {}, is registered again.", volume, driver);
                yield Result.WAITS;
            }
        };
    }

    private Result stage(Wanted wanted) throws IOException, InterruptedException {
        String during = wanted.block() ? "MapVolume.SetUpDevice failed" : "MountVolume.MountDevice failed";
        Device before = world.have(wanted.key()).device();
        if (before.state() == MountState.PRESENT) {
            return restage(wanted, during);
        }
        Device begun = new Device(MountState.UNCERTAIN, wanted.spot().specName(), wanted.block(), before.found());
        try {
            Prepared call = ofMode(wanted.block()).stage(wanted);
            note(world.have(wanted.key()).with(begun), "stage", wanted.block());
            call.run();
            note(world.have(wanted.key()).with(begun.in(MountState.PRESENT)), "staged", false);
            return Result.DONE;
        } catch (CallTrouble e) {
            if (e.kind() == CallTrouble.Kind.FINAL && !before.found()) {
                ofMode(wanted.block()).forgetStage(wanted.key(), begun);
                note(world.have(wanted.key()).with(Device.ABSENT), "stage refused", false);
            }
            reports.failed(wanted, during, e.text());
            changed.accept(wanted.key(), world.podsOf(wanted.key()));
            return Result.FAILED;
        }
    }

    /// What is there is dead, and stays as it is when this fails.
    private Result restage(Wanted wanted, String during) throws InterruptedException {
        try {
            ofMode(wanted.block()).stage(wanted).run();
            mending.restaged(wanted.key());
            return Result.DONE;
        } catch (CallTrouble e) {
            reports.failed(wanted, during, e.text());
            return Result.FAILED;
        }
    }

    private Result publish(Wanted wanted) throws IOException, InterruptedException {
        Spot spot = wanted.spot();
        boolean found =
                world.have(wanted.key()).at(spot).map(Publication::found).orElse(false);
        Publication begun = new Publication(spot, MountState.UNCERTAIN, wanted.ephemeral(), found);
        try {
            Prepared call = ofMode(wanted.block()).publish(wanted);
            note(world.have(wanted.key()).with(begun), "publish", wanted.block());
            call.run();
            growWhileMounting(wanted);
            reports.over(wanted);
            note(world.have(wanted.key()).with(begun.in(MountState.PRESENT)), "published", false);
            told(wanted);
            return Result.DONE;
        } catch (CallTrouble e) {
            if (e.kind() == CallTrouble.Kind.FINAL && !found) {
                ofMode(wanted.block()).forgetPublish(wanted.key(), spot);
                note(world.have(wanted.key()).with(begun.in(MountState.ABSENT)), "publish refused", false);
            }
            reports.failed(wanted, during(wanted), e.text());
            changed.accept(wanted.key(), world.podsOf(wanted.key()));
            return Result.FAILED;
        }
    }

    private void told(Wanted wanted) {
        if (wanted.block()) {
            reports.mapped(wanted);
        }
        if (republishes(wanted)) {
            renewals.plan(wanted.key(), wanted.spot());
        }
    }

    /// A pod does not begin with less than its claim says.
    private void growWhileMounting(Wanted wanted) throws CallTrouble, InterruptedException {
        if (growing.isDue(wanted)) {
            try {
                growing.grow(wanted, true);
            } catch (IOException e) {
                throw CallTrouble.uncertain(String.valueOf(e.getMessage()), e);
            }
        }
    }

    private Result grow(Wanted wanted) throws InterruptedException {
        try {
            growing.grow(wanted, false);
            return Result.DONE;
        } catch (IOException e) {
            log.warn("Pod {}: {}", wanted.pod().shown(), e.getMessage());
            return Result.FAILED;
        }
    }

    /// The pod has it, and keeps it whatever the driver says.
    private Result renew(Wanted wanted) throws IOException, InterruptedException {
        try {
            ofMode(wanted.block()).publish(wanted).run();
            if (!mending.restored(wanted)) {
                mending.makeRoom(wanted);
                ofMode(wanted.block()).publish(wanted).run();
                if (!mending.restored(wanted)) {
                    reports.failed(wanted, during(wanted), "the driver has published it, and its mount is dead");
                    return Result.FAILED;
                }
            }
            if (republishes(wanted)) {
                renewals.plan(wanted.key(), wanted.spot());
            } else {
                renewals.forget(wanted.spot());
            }
            reports.over(wanted);
            return Result.DONE;
        } catch (CallTrouble e) {
            reports.failed(wanted, during(wanted), e.text());
            return Result.FAILED;
        }
    }

    private Result unpublish(VolumeKey volume, Publication publication) throws IOException, InterruptedException {
        Spot spot = publication.spot();
        try {
            Prepared call = ofMode(spot.block()).unpublish(volume, spot);
            note(world.have(volume).with(publication.in(MountState.UNCERTAIN)), "unpublish", true);
            call.run();
            renewals.forget(spot);
            growing.forget(spot.specName());
            mending.forget(spot);
            note(world.have(volume).with(publication.in(MountState.ABSENT)), "unpublished", false);
            return Result.DONE;
        } catch (CallTrouble e) {
            log.warn("Volume {} cannot be taken from pod {}: {}", volume, spot.podUid(), e.text());
            return Result.FAILED;
        }
    }

    private Result unstage(VolumeKey volume, Device device) throws IOException, InterruptedException {
        try {
            Prepared call = ofMode(device.block()).unstage(volume, device);
            note(world.have(volume).with(device.in(MountState.UNCERTAIN)), "unstage", true);
            call.run();
            mending.forget(volume);
            note(world.have(volume).with(Device.ABSENT), "unstaged", false);
            return Result.DONE;
        } catch (CallTrouble e) {
            log.warn("Volume {} cannot be unstaged: {}", volume, e.text());
            return Result.FAILED;
        }
    }

    private void note(Have now, String moment, boolean durable) throws IOException {
        journal.write(now, moment, durable);
        Set<String> pods = new HashSet<>(world.podsOf(now.key()));
        world.put(now);
        pods.addAll(world.podsOf(now.key()));
        changed.accept(now.key(), pods);
    }

    private boolean republishes(Wanted wanted) {
        return catalog.drivers()
                .apply(wanted.key().driver())
                .map(CsiDriver::nodeSettings)
                .map(CsiDriver.NodeSettings::republishes)
                .orElse(false);
    }

    private Volumes ofMode(boolean block) {
        return block ? blocks : files;
    }

    private static String during(Wanted wanted) {
        return wanted.block() ? "MapVolume.MapPodDevice failed" : "MountVolume.SetUp failed";
    }
}
