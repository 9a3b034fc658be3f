package dev.stowage.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.failure.Reason;
import org.junit.jupiter.api.Test;

class LimitsTest {

    @Test
    void whoComesTooLateIsToldToComeAgain() throws ApiException {
        Limits.Lane lane = new Limits.Lane(2);
        lane.enter();
        lane.enter();

        ApiException refused = catchThrowableOfType(ApiException.class, lane::enter);

        assertThat(refused.reason()).isEqualTo(Reason.TOO_MANY_REQUESTS);
        assertThat(refused.details().retryAfterSeconds()).isEqualTo(1);
        lane.leave();
        lane.enter();
        assertThat(lane.now()).isEqualTo(2);
    }

    @Test
    void watchesTakeNothingFromOthers() {
        Limits limits = new Limits();

        assertThat(limits.lane(true, false)).isNotSameAs(limits.lane(false, false));
        assertThat(limits.lane(false, true)).isNotSameAs(limits.lane(false, false));
    }
}
