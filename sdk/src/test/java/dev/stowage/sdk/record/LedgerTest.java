package dev.stowage.sdk.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.ListPage;
import dev.stowage.sdk.SnapshotId;
import dev.stowage.sdk.Topology;
import dev.stowage.sdk.Volume;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.VolumeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A storage that is only a set of names shows the effects of the ledger.
final class LedgerTest {

    private static final Volume A = Volume.of(new VolumeId("a")).capacity(Bytes.mebi(1));

    @TempDir
    private Path folder;

    private final TreeSet<String> storage = new TreeSet<>();
    private final List<String> calls = new ArrayList<>();

    private Ledger<Volume> open() throws IOException {
        return new Ledger<>("volume", folder, new LedgerCodecs.Volumes());
    }

    private Volume make(Volume volume) {
        calls.add("make " + volume.id());
        if (!storage.add(volume.id().value())) {
            throw new IllegalStateException("leftovers of " + volume.id());
        }
        return volume;
    }

    private void remove(String key) {
        calls.add("remove " + key);
        storage.remove(key);
    }

    /// Simulates a kill in the middle of a call: no handler runs.
    private static final class Killed extends Error {
        private static final long serialVersionUID = 1;
    }

    @Test
    void aRepeatIsAnsweredFromTheRecordsAlsoAfterARestart() throws Exception {
        assertThat(open().make("a", "pvc-a", "same", () -> make(A), this::remove))
                .isEqualTo(A);
        assertThat(open().make("a", "pvc-a", "same", () -> make(A), this::remove))
                .isEqualTo(A);
        assertThat(calls).containsExactly("make a");
    }

    @Test
    void aDifferentRequestIsToldThatTheNameIsTaken() throws Exception {
        Ledger<Volume> ledger = open();
        ledger.make("a", "pvc-a", "same", () -> make(A), this::remove);
        assertThatThrownBy(() -> ledger.make("a", "pvc-a", "other", () -> make(A), this::remove))
                .isInstanceOfSatisfying(
                        CsiException.class, e -> assertThat(e.code()).isEqualTo(CsiCode.ALREADY_EXISTS));
        assertThat(storage).containsExactly("a");
    }

    @Test
    void whatIsMadeForACallerThatWentAwayIsRecorded() throws Exception {
        open().make(
                        "a",
                        "pvc-a",
                        "same",
                        () -> {
                            Thread.currentThread().interrupt();
                            return make(A);
                        },
                        this::remove);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(open().find("a")).contains(A);
        assertThat(calls).containsExactly("make a");
    }

    @Test
    void everythingKnownOfAVolumeSurvivesTheDisk() throws Exception {
        Volume whole = A.context(Map.of("key", "välue\n\"quoted\""))
                .accessibleFrom(List.of(new Topology(Map.of("zone", "z1"))))
                .madeFrom(new VolumeSource.OfSnapshot(new SnapshotId("s1")));
        open().make("a", "pvc-a", "same", () -> make(whole), this::remove);
        assertThat(open().find("a")).contains(whole);
    }

    @Test
    void aFailedAttemptIsUndoneAndForgotten() throws Exception {
        Ledger<Volume> ledger = open();
        assertThatThrownBy(() -> ledger.make(
                        "a",
                        "pvc-a",
                        "same",
                        () -> {
                            make(A);
                            throw CsiException.resourceExhausted("full");
                        },
                        this::remove))
                .hasMessage("full");
        assertThat(storage).isEmpty();
        assertThat(folder).isEmptyDirectory();
        assertThat(ledger.make("a", "pvc-a", "other", () -> make(A), this::remove))
                .isEqualTo(A);
    }

    @Test
    void aKilledAttemptIsUndoneByTheNextStart() throws Exception {
        assertThatThrownBy(() -> open().make(
                                "a",
                                "pvc-a",
                                "same",
                                () -> {
                                    make(A);
                                    throw new Killed();
                                },
                                this::remove))
                .isInstanceOf(Killed.class);
        assertThat(storage).containsExactly("a");
        Ledger<Volume> restarted = open();
        assertThat(restarted.find("a")).isEmpty();
        restarted.recover(this::remove);
        assertThat(storage).isEmpty();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aKilledAttemptIsUndoneByTheRepeatToo() throws Exception {
        assertThatThrownBy(() -> open().make(
                                "a",
                                "pvc-a",
                                "same",
                                () -> {
                                    make(A);
                                    throw new Killed();
                                },
                                this::remove))
                .isInstanceOf(Killed.class);
        assertThat(open().make("a", "pvc-a", "other", () -> make(A), this::remove))
                .isEqualTo(A);
        assertThat(calls).containsExactly("make a", "remove a", "make a");
    }

    @Test
    void aCallerWhoWentAwayLeavesTheNoteForLater() throws Exception {
        Ledger<Volume> ledger = open();
        assertThatThrownBy(() -> ledger.make(
                        "a",
                        "pvc-a",
                        "same",
                        () -> {
                            make(A);
                            Thread.currentThread().interrupt();
                            throw new IOException("interrupted");
                        },
                        this::remove))
                .isInstanceOf(IOException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(calls).containsExactly("make a");
        open().recover(this::remove);
        assertThat(storage).isEmpty();
    }

    @Test
    void aRefusedRemovalChangesNothing() throws Exception {
        Ledger<Volume> ledger = open();
        ledger.make("a", "pvc-a", "same", () -> make(A), this::remove);
        assertThatThrownBy(() -> ledger.remove("a", _ -> {
                    throw CsiException.failedPrecondition("in use");
                }))
                .hasMessage("in use");
        Ledger<Volume> restarted = open();
        restarted.recover(this::remove);
        assertThat(restarted.find("a")).contains(A);
        assertThat(storage).containsExactly("a");
    }

    @Test
    void aRemovalThatBrokeIsFinishedByTheNextStart() throws Exception {
        Ledger<Volume> ledger = open();
        ledger.make("a", "pvc-a", "same", () -> make(A), this::remove);
        assertThatThrownBy(() -> ledger.remove("a", _ -> {
                    throw new IOException("disk");
                }))
                .hasMessage("disk");
        assertThat(ledger.find("a")).as("half removed is not there").isEmpty();
        open().recover(this::remove);
        assertThat(storage).isEmpty();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aVolumeInUseSurvivesTheRecoveryOfItsKilledRemoval() throws Exception {
        Ledger<Volume> ledger = open();
        ledger.make("a", "pvc-a", "same", () -> make(A), this::remove);
        assertThatThrownBy(() -> ledger.remove("a", _ -> {
                    throw new Killed();
                }))
                .isInstanceOf(Killed.class);
        Ledger<Volume> restarted = open();
        restarted.recover(_ -> {
            throw CsiException.failedPrecondition("in use");
        });
        assertThat(restarted.find("a")).contains(A);
    }

    @Test
    void removingAnUnknownKeyDoesNotCallTheDriver() throws Exception {
        open().remove("a", this::remove);
        assertThat(calls).isEmpty();
    }

    @Test
    void aHalfWrittenRecordIsAsIfItHadNeverBeen() throws Exception {
        Files.writeString(folder.resolve(".a"), "{\"format\":1,\"na");
        assertThat(open().find("a")).isEmpty();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void anUnreadableRecordConcernsItsOwnVolumeOnlyAndIsKept() throws Exception {
        Ledger<Volume> ledger = open();
        ledger.make("a", "pvc-a", "same", () -> make(A), this::remove);
        Files.writeString(folder.resolve("b.json"), "nonsense");
        Ledger<Volume> restarted = open();
        assertThat(restarted.find("a")).contains(A);
        assertThatThrownBy(() -> restarted.find("b"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("b.json is unreadable")
                .hasMessageContaining("restore it from a backup");
        assertThatThrownBy(() -> restarted.remove("b", this::remove)).isInstanceOf(IOException.class);
        assertThat(folder.resolve("b.json")).hasContent("nonsense");
    }

    @Test
    void aRecordOfANewerFormatIsNotGuessedAt() throws Exception {
        Files.writeString(folder.resolve("a.json"), "{\"format\":2}");
        Ledger<Volume> ledger = open();
        assertThatThrownBy(() -> ledger.make("a", "pvc-a", "same", () -> make(A), this::remove))
                .hasMessageContaining("format 2");
        assertThat(storage).isEmpty();
    }

    @Test
    void recordsAreForTheOwnerOnly() throws Exception {
        open().make("a", "pvc-a", "same", () -> make(A), this::remove);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("a.json"))))
                .isEqualTo("rw-------");
    }

    @Test
    void pagesNeitherSkipNorRepeatWhateverComesAndGoes() throws Exception {
        Ledger<Volume> ledger = open();
        for (String id : List.of("b", "d", "f", "h")) {
            ledger.make(id, id, "", () -> make(Volume.of(new VolumeId(id))), this::remove);
        }
        ListPage<Volume> first = ledger.page(Optional.empty(), 2, _ -> true);
        ledger.remove("d", this::remove); // the entry that the token refers to
        ledger.make("c", "c", "", () -> make(Volume.of(new VolumeId("c"))), this::remove);
        ledger.make("g", "g", "", () -> make(Volume.of(new VolumeId("g"))), this::remove);
        ListPage<Volume> second = ledger.page(first.next(), 0, _ -> true);
        assertThat(first.entries()).extracting(volume -> volume.id().value()).containsExactly("b", "d");
        assertThat(second.entries()).extracting(volume -> volume.id().value()).containsExactly("f", "g", "h");
        assertThat(second.next()).isEmpty();
    }

    @Test
    void aPageThatEndsTheListHasNoNext() throws Exception {
        Ledger<Volume> ledger = open();
        ledger.make("a", "a", "", () -> make(A), this::remove);
        assertThat(ledger.page(Optional.empty(), 1, _ -> true).next()).isEmpty();
    }

    @Test
    void aForeignTokenIsAborted() throws Exception {
        Ledger<Volume> ledger = open();
        for (String token : List.of("nonsense", "", "0", "aGVsbG8", PageToken.encode("a") + "x")) {
            assertThatThrownBy(() -> ledger.page(Optional.of(token), 0, _ -> true))
                    .isInstanceOfSatisfying(
                            CsiException.class, e -> assertThat(e.code()).isEqualTo(CsiCode.ABORTED));
        }
    }
}
