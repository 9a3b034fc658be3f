package dev.stowage.interop.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class TrendTest {

    @Test
    void whatGrowsByOneASecondGrowsBy3600AnHour() {
        Trend trend = Trend.of(readings(40, second -> 100 + second), Measure.OBJECTS);
        assertThat(trend.perHour()).isCloseTo(3600, within(1e-6));
        assertThat(trend.first()).isCloseTo(104.5, within(1e-9));
        assertThat(trend.middle()).isCloseTo(119.5, within(1e-9));
        assertThat(trend.last()).isCloseTo(134.5, within(1e-9));
    }

    /// Only the first quarter grows: that is how a program warms up.
    @Test
    void growthWhileItWarmsUpIsNoSlope() {
        Trend trend = Trend.of(readings(40, second -> Math.min(second, 10)), Measure.OBJECTS);
        assertThat(trend.perHour()).isCloseTo(0, within(1e-6));
    }

    @Test
    void oneReadingIsItsOwnMean() {
        assertThat(Trend.of(readings(1, _ -> 7), Measure.OBJECTS)).isEqualTo(new Trend(7, 7, 7, 0));
    }

    private interface Course {
        double at(int second);
    }

    private static List<Reading> readings(int count, Course course) {
        return IntStream.range(0, count)
                .mapToObj(second -> new Reading(second, Map.of(Measure.OBJECTS, course.at(second))))
                .toList();
    }
}
