package dev.stowage.apiserver.endpoints;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.StatusReason;
import org.junit.jupiter.api.Test;

class InflightLimitsTest {

    @Test
    void aRequestAboveTheLimitIsAskedToRetry() throws ApiException {
        InflightLimits.Lane lane = new InflightLimits.Lane(2);
        lane.enter();
        lane.enter();

        ApiException refused = catchThrowableOfType(ApiException.class, lane::enter);

        assertThat(refused.statusReason()).isEqualTo(StatusReason.TOO_MANY_REQUESTS);
        assertThat(refused.details().retryAfterSeconds()).isEqualTo(1);
        lane.leave();
        lane.enter();
        assertThat(lane.now()).isEqualTo(2);
    }

    @Test
    void watchesTakeNothingFromOthers() {
        InflightLimits inflightLimits = new InflightLimits();

        assertThat(inflightLimits.lane(true, false)).isNotSameAs(inflightLimits.lane(false, false));
        assertThat(inflightLimits.lane(false, true)).isNotSameAs(inflightLimits.lane(false, false));
    }
}
