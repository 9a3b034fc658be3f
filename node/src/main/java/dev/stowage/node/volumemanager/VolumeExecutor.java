package dev.stowage.node.volumemanager;

import dev.stowage.kube.model.CsiDriver;
import dev.stowage.node.podvolumes.PodVolumeKey;
import dev.stowage.node.podvolumes.VolumeKey;
import dev.stowage.node.volumemanager.actual.ActualVolume;
import dev.stowage.node.volumemanager.actual.MountState;
import dev.stowage.node.volumemanager.actual.PublishedVolume;
import dev.stowage.node.volumemanager.actual.StagedVolume;
import dev.stowage.node.volumemanager.desired.DesiredVolume;
import dev.stowage.node.volumemanager.desired.ObjectLookup;
import dev.stowage.node.volumemanager.journal.VolumeJournal;
import dev.stowage.node.volumemanager.operations.PreparedOperation;
import dev.stowage.node.volumemanager.operations.VolumeOperationException;
import dev.stowage.node.volumemanager.operations.VolumeOperations;
import dev.stowage.node.volumemanager.reconciler.VolumeAction;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Carries out actions: the journal first, then the call, then the journal again. One thread per volume.
final class VolumeExecutor {
    private static final Logger log = LoggerFactory.getLogger(VolumeExecutor.class);

    private final StateOfWorld stateOfWorld;
    private final ObjectLookup objectLookup;
    private final VolumeJournal volumeJournal;
    private final VolumeOperations files;
    private final VolumeOperations blocks;
    private final MountEvents mountEvents;
    private final RepublishSchedule republishSchedule;
    private final VolumeExpander volumeExpander;
    private final MountRepair mountRepair;
    private final BiConsumer<VolumeKey, Set<String>> changed;

    /// @param changed receives a changed volume, with the pods that use or desire it
    VolumeExecutor(
            StateOfWorld stateOfWorld,
            ObjectLookup objectLookup,
            VolumeJournal volumeJournal,
            VolumeOperations files,
            VolumeOperations blocks,
            MountEvents mountEvents,
            RepublishSchedule republishSchedule,
            VolumeExpander volumeExpander,
            MountRepair mountRepair,
            BiConsumer<VolumeKey, Set<String>> changed) {
        this.stateOfWorld = stateOfWorld;
        this.objectLookup = objectLookup;
        this.volumeJournal = volumeJournal;
        this.files = files;
        this.blocks = blocks;
        this.mountEvents = mountEvents;
        this.republishSchedule = republishSchedule;
        this.volumeExpander = volumeExpander;
        this.mountRepair = mountRepair;
        this.changed = changed;
    }

    /// The result of an action.
    enum Result {
        DONE,
        FAILED,
        /// Nothing was done; the event that unblocks it triggers the next attempt.
        WAITS
    }

    Result execute(VolumeKey volume, VolumeAction volumeAction) throws IOException, InterruptedException {
        return switch (volumeAction) {
            case VolumeAction.Stage(DesiredVolume desired) -> stage(desired);
            case VolumeAction.Publish(DesiredVolume desired, boolean again) ->
                again ? renew(desired) : publish(desired);
            case VolumeAction.Unpublish(PublishedVolume publishedVolume) -> unpublish(volume, publishedVolume);
            case VolumeAction.Unstage(StagedVolume stagedVolume) -> unstage(volume, stagedVolume);
            case VolumeAction.Expand(DesiredVolume desired) -> grow(desired);
            case VolumeAction.Reject(DesiredVolume desired, String during, String why) -> {
                mountEvents.failed(desired, during, why);
                changed.accept(volume, stateOfWorld.podsOf(volume));
                yield Result.FAILED;
            }
            case VolumeAction.AwaitAttach _ -> Result.WAITS;
            case VolumeAction.AwaitDriver(String driver) -> {
                log.info("Volume {} stays mounted until its driver {} is registered again.", volume, driver);
                yield Result.WAITS;
            }
        };
    }

    private Result stage(DesiredVolume desired) throws IOException, InterruptedException {
        String during = desired.block() ? "MapVolume.SetUpDevice failed" : "MountVolume.MountDevice failed";
        StagedVolume before = stateOfWorld.actual(desired.key()).stagedVolume();
        if (before.state() == MountState.PRESENT) {
            return restage(desired, during);
        }
        StagedVolume begun = new StagedVolume(
                MountState.UNCERTAIN, desired.podVolumeKey().specName(), desired.block(), before.found());
        try {
            PreparedOperation call = ofMode(desired.block()).stage(desired);
            note(stateOfWorld.actual(desired.key()).with(begun), "stage", desired.block());
            call.run();
            note(stateOfWorld.actual(desired.key()).with(begun.in(MountState.PRESENT)), "staged", false);
            return Result.DONE;
        } catch (VolumeOperationException e) {
            if (e.kind() == VolumeOperationException.Kind.FINAL && !before.found()) {
                ofMode(desired.block()).forgetStage(desired.key(), begun);
                note(stateOfWorld.actual(desired.key()).with(StagedVolume.ABSENT), "stage refused", false);
            }
            mountEvents.failed(desired, during, e.text());
            changed.accept(desired.key(), stateOfWorld.podsOf(desired.key()));
            return Result.FAILED;
        }
    }

    /// The existing mount is dead, and stays as it is if this fails.
    private Result restage(DesiredVolume desired, String during) throws InterruptedException {
        try {
            ofMode(desired.block()).stage(desired).run();
            mountRepair.restaged(desired.key());
            return Result.DONE;
        } catch (VolumeOperationException e) {
            mountEvents.failed(desired, during, e.text());
            return Result.FAILED;
        }
    }

    private Result publish(DesiredVolume desired) throws IOException, InterruptedException {
        PodVolumeKey podVolumeKey = desired.podVolumeKey();
        boolean found = stateOfWorld
                .actual(desired.key())
                .at(podVolumeKey)
                .map(PublishedVolume::found)
                .orElse(false);
        PublishedVolume begun = new PublishedVolume(podVolumeKey, MountState.UNCERTAIN, desired.ephemeral(), found);
        try {
            PreparedOperation call = ofMode(desired.block()).publish(desired);
            note(stateOfWorld.actual(desired.key()).with(begun), "publish", desired.block());
            call.run();
            growWhileMounting(desired);
            mountEvents.clear(desired);
            note(stateOfWorld.actual(desired.key()).with(begun.in(MountState.PRESENT)), "published", false);
            reportMounted(desired);
            return Result.DONE;
        } catch (VolumeOperationException e) {
            if (e.kind() == VolumeOperationException.Kind.FINAL && !found) {
                ofMode(desired.block()).forgetPublish(desired.key(), podVolumeKey);
                note(stateOfWorld.actual(desired.key()).with(begun.in(MountState.ABSENT)), "publish refused", false);
            }
            mountEvents.failed(desired, during(desired), e.text());
            changed.accept(desired.key(), stateOfWorld.podsOf(desired.key()));
            return Result.FAILED;
        }
    }

    private void reportMounted(DesiredVolume desired) {
        if (desired.block()) {
            mountEvents.mapped(desired);
        }
        if (republishes(desired)) {
            republishSchedule.schedule(desired.key(), desired.podVolumeKey());
        }
    }

    /// A pod is not started with a smaller volume than its claim says.
    private void growWhileMounting(DesiredVolume desired) throws VolumeOperationException, InterruptedException {
        if (volumeExpander.isDue(desired)) {
            try {
                volumeExpander.expand(desired, true);
            } catch (IOException e) {
                throw VolumeOperationException.uncertain(String.valueOf(e.getMessage()), e);
            }
        }
    }

    private Result grow(DesiredVolume desired) throws InterruptedException {
        try {
            volumeExpander.expand(desired, false);
            return Result.DONE;
        } catch (IOException e) {
            log.warn("Pod {}: {}", desired.pod().shown(), e.getMessage());
            return Result.FAILED;
        }
    }

    /// The pod keeps the volume, even if the driver fails.
    private Result renew(DesiredVolume desired) throws IOException, InterruptedException {
        try {
            ofMode(desired.block()).publish(desired).run();
            if (!mountRepair.restored(desired)) {
                mountRepair.unmountDead(desired);
                ofMode(desired.block()).publish(desired).run();
                if (!mountRepair.restored(desired)) {
                    mountEvents.failed(
                            desired, during(desired), "the driver published the volume, but its mount is dead");
                    return Result.FAILED;
                }
            }
            if (republishes(desired)) {
                republishSchedule.schedule(desired.key(), desired.podVolumeKey());
            } else {
                republishSchedule.forget(desired.podVolumeKey());
            }
            mountEvents.clear(desired);
            return Result.DONE;
        } catch (VolumeOperationException e) {
            mountEvents.failed(desired, during(desired), e.text());
            return Result.FAILED;
        }
    }

    private Result unpublish(VolumeKey volume, PublishedVolume publishedVolume)
            throws IOException, InterruptedException {
        PodVolumeKey podVolumeKey = publishedVolume.podVolumeKey();
        try {
            PreparedOperation call = ofMode(podVolumeKey.block()).unpublish(volume, podVolumeKey);
            note(stateOfWorld.actual(volume).with(publishedVolume.in(MountState.UNCERTAIN)), "unpublish", true);
            call.run();
            republishSchedule.forget(podVolumeKey);
            volumeExpander.forget(podVolumeKey.specName());
            mountRepair.forget(podVolumeKey);
            note(stateOfWorld.actual(volume).with(publishedVolume.in(MountState.ABSENT)), "unpublished", false);
            return Result.DONE;
        } catch (VolumeOperationException e) {
            log.warn("Cannot unpublish volume {} from pod {}: {}", volume, podVolumeKey.podUid(), e.text());
            return Result.FAILED;
        }
    }

    private Result unstage(VolumeKey volume, StagedVolume stagedVolume) throws IOException, InterruptedException {
        try {
            PreparedOperation call = ofMode(stagedVolume.block()).unstage(volume, stagedVolume);
            note(stateOfWorld.actual(volume).with(stagedVolume.in(MountState.UNCERTAIN)), "unstage", true);
            call.run();
            mountRepair.forget(volume);
            note(stateOfWorld.actual(volume).with(StagedVolume.ABSENT), "unstaged", false);
            return Result.DONE;
        } catch (VolumeOperationException e) {
            log.warn("Cannot unstage volume {}: {}", volume, e.text());
            return Result.FAILED;
        }
    }

    private void note(ActualVolume now, String moment, boolean durable) throws IOException {
        volumeJournal.write(now, moment, durable);
        Set<String> pods = new HashSet<>(stateOfWorld.podsOf(now.key()));
        stateOfWorld.put(now);
        pods.addAll(stateOfWorld.podsOf(now.key()));
        changed.accept(now.key(), pods);
    }

    private boolean republishes(DesiredVolume desired) {
        return objectLookup
                .drivers()
                .apply(desired.key().driver())
                .map(CsiDriver::nodeSettings)
                .map(CsiDriver.NodeSettings::republishes)
                .orElse(false);
    }

    private VolumeOperations ofMode(boolean block) {
        return block ? blocks : files;
    }

    private static String during(DesiredVolume desired) {
        return desired.block() ? "MapVolume.MapPodDevice failed" : "MountVolume.SetUp failed";
    }
}
