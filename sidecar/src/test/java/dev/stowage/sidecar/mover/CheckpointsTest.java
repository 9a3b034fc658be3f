package dev.stowage.sidecar.mover;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckpointsTest {

    /// Sizes of rounds in MiB, `?` for one that is not known, and MiB per second.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1000             | 100  | false",
                "64               | 100  | true",
                "?                | 100  | false",
                "1000 ?           | 100  | false",
                "1000 500         | 100  | false",
                "1000 500         | 600  | true",
                "1000 500         | 0    | false",
                "1000 500 400     | 100  | false",
                "1000 500 500     | 100  | true",
                "1000 ? 500       | 100  | false",
                "1000 500 400 300 | 100  | false",
                "1000 500 400 300 200 | 100 | true",
                "1000 500 400 300 ? | 100 | true",
            })
    void roundsEndWhenLittleIsLeftOrNothingIsGained(String sizes, long rate, boolean isEnough) {
        List<Checkpoint> rounds = new ArrayList<>();
        for (String size : sizes.split(" ", -1)) {
            long bytes = size.equals("?") ? Checkpoint.UNKNOWN : Long.parseLong(size) << 20;
            rounds.add(new Checkpoint("", "", Checkpoint.State.COMPLETE, bytes));
        }
        assertThat(CopyingDecision.isEnough(rounds, rate << 20)).isEqualTo(isEnough);
    }

    @Test
    void noNameIsUsedTwice() {
        Checkpoints first = Checkpoints.NONE.begin("u");
        Checkpoints second = first.with(first.all().getFirst().deleted()).begin("u");
        assertThat(second.all().stream().map(Checkpoint::name)).containsExactly("move-u-1", "move-u-2");
        assertThat(second.outdated()).isEmpty();
        assertThat(second.base()).isEmpty();
    }

    @Test
    void theNewestCompleteOneIsTheBase() {
        Checkpoints all = new Checkpoints(List.of(
                new Checkpoint("1", "", Checkpoint.State.DELETED, 9),
                new Checkpoint("2", "", Checkpoint.State.COMPLETE, 9),
                new Checkpoint("3", "", Checkpoint.State.COMPLETE, 9),
                new Checkpoint("4", "", Checkpoint.State.TAKEN, 9)));
        assertThat(all.base()).contains(all.all().get(2));
        assertThat(all.outdated()).contains(all.all().get(1));
    }
}
