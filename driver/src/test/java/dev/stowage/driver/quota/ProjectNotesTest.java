package dev.stowage.driver.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProjectNotesTest {
    private static final ProjectRange RANGE = new ProjectRange(0x2000L * ProjectRange.SIZE);
    private static final VolumeId VOLUME = VolumeId.of("v");

    @TempDir
    Path pool = Path.of("/nowhere");

    @Test
    void aNewPoolHasNeitherRangeNorNotes() throws IOException {
        ProjectNotes notes = new ProjectNotes(pool);

        assertThat(notes.range()).isEmpty();
        assertThat(notes.all()).isEmpty();
        assertThat(notes.find(VOLUME)).isEmpty();
    }

    @Test
    void notesAreFoundByAnotherProcessUntilTheyAreRemoved() throws IOException {
        ProjectNotes notes = new ProjectNotes(pool);
        ProjectNote note = new ProjectNote(RANGE.first() + 7, VOLUME);
        notes.write(RANGE);
        notes.add(note);
        notes.add(note);

        ProjectNotes later = new ProjectNotes(pool);
        assertThat(later.range()).contains(RANGE);
        assertThat(later.find(VOLUME)).contains(note);
        assertThat(later.find(VolumeId.of("other"))).isEmpty();

        later.remove(note);
        later.remove(note);
        assertThat(notes.all()).isEmpty();
    }

    @Test
    void aNoteOfAnotherRangeIsNotThatOfTheVolume() throws IOException {
        ProjectNotes notes = new ProjectNotes(pool);
        notes.write(RANGE);
        notes.add(new ProjectNote(RANGE.last() + 1, VOLUME));

        assertThat(notes.find(VOLUME)).isEmpty();
    }

    @Test
    void otherFilesAreNotNotes() throws IOException {
        ProjectNotes notes = new ProjectNotes(pool);
        notes.write(RANGE);
        for (String name : new String[] {"0." + VOLUME.value(), "7", "7.", "99999999999." + VOLUME.value(), "7.../x"}) {
            if (!name.contains("/")) {
                Files.createFile(pool.resolve("projects").resolve(name));
            }
            assertThat(ProjectNote.parse(name)).isEmpty();
        }

        assertThat(notes.all()).isEmpty();
    }

    @Test
    void aRangeThatNoPoolChoosesIsRefused() throws IOException {
        ProjectNotes notes = new ProjectNotes(pool);
        notes.write(RANGE);
        Files.writeString(notes.rangeFile(), "{\"format\": 1, \"first\": 17}");

        assertThatThrownBy(notes::range).isInstanceOf(IOException.class).hasMessageContaining("17");
    }
}
