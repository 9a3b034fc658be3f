package dev.stowage.node.prober;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.k8s.json.Json;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProbeThresholdTest {

    /// Results are `+` and `-`; the expected state follows each of them.
    @ParameterizedTest
    @CsvSource({
        "false, 1, 3, +, +",
        "false, 2, 3, +++, -++",
        "false, 2, 3, +-++, ---+",
        "true, 1, 3, ---, ++-",
        "true, 1, 3, --+---, +++++-",
        "true, 1, 1, -+, -+",
    })
    void aVerdictNeedsAnswersInARow(boolean assumed, int successes, int failures, String answers, String verdicts) {
        ProbeSpec spec =
                ProbeSpec.read(Json.object().put("successThreshold", successes).put("failureThreshold", failures));
        ProbeThreshold probeThreshold = ProbeThreshold.assuming(assumed);
        var seen = new StringBuilder();
        for (int i = 0; i < answers.length(); i++) {
            probeThreshold = probeThreshold.with(answers.charAt(i) == '+', spec);
            seen.append(probeThreshold.verdict() ? '+' : '-');
        }
        assertThat(seen.toString()).isEqualTo(verdicts);
    }
}
