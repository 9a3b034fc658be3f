package dev.stowage.driver.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

final class CopyReportTest {

    @Test
    void itTellsSharedBytesFromCopiedOnes() {
        CopyReport progress = new CopyReport("snapshot x");
        progress.shared(3 << 20);
        progress.copied(1 << 20);
        progress.copied(1 << 20);

        assertThat(progress).hasToString("3MiB shared and 2MiB copied");
    }

    @Test
    void aCancelledCopyEndsAtItsNextStep() throws Exception {
        CopyReport progress = new CopyReport("snapshot x");
        progress.stillWanted();
        progress.cancel();

        assertThatThrownBy(progress::stillWanted).isInstanceOf(IOException.class);
    }
}
