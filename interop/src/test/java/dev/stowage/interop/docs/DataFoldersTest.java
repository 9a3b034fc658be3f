package dev.stowage.interop.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class DataFoldersTest {

    @Test
    void foldersThatADocumentNamesOutrightAreFoundOnce() {
        DocumentScript documentScript = DocumentScript.in("a.md", """
                ```sh
                ./stowage up --detach --data /tmp/stowage-one --port 0
                ./stowage status --data /tmp/stowage-one
                ./stowage up --data "$work" --port 0
                ./stowage driver --data /tmp/other
                ```
                """, DocumentScript.HERE);
        assertThat(DataFolders.in(Path.of("/home"), documentScript).folders())
                .containsExactly(Path.of("/tmp/stowage-one"));
    }
}
