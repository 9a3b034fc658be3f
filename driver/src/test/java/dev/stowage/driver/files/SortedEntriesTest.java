package dev.stowage.driver.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.linux.Descriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SortedEntriesTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 49, 50, 51})
    void aBigDirectoryIsListedInPortions(int portion) throws Exception {
        for (int i = 0; i < 50; i++) {
            Files.createFile(folder.resolve("name-" + i));
        }
        try (Descriptor directory = Descriptor.openDirectory(folder)) {
            SortedEntries entries = new SortedEntries(directory, "", 50, portion);
            List<String> found = new ArrayList<>();
            while (entries.hasNext()) {
                found.add(entries.next());
            }

            assertThat(found)
                    .containsExactlyElementsOf(IntStream.range(0, 50)
                            .mapToObj(i -> "name-" + i)
                            .sorted()
                            .toList());
            assertThat(entries.hasNext()).isFalse();
        }
    }

    @Test
    void namesOfTwoDirectoriesComeOnce(@TempDir Path base) throws Exception {
        for (String name : new String[] {"b", "c", "e"}) {
            Files.createFile(folder.resolve(name));
        }
        for (String name : new String[] {"a", "b", "d", "e", "f"}) {
            Files.createFile(base.resolve(name));
        }
        try (Descriptor now = Descriptor.openDirectory(folder);
                Descriptor before = Descriptor.openDirectory(base)) {
            PairedEntries entries = new PairedEntries(
                    new SortedEntries(now, "", 9, 2), Optional.of(new SortedEntries(before, "", 9, 2)));
            StringBuilder found = new StringBuilder();
            while (entries.hasNext()) {
                found.append(entries.next());
            }

            assertThat(found).hasToString("abcdef");
        }
    }
}
