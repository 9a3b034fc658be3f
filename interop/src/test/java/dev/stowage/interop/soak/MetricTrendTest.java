package dev.stowage.interop.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class MetricTrendTest {

    @Test
    void whatGrowsByOneASecondGrowsBy3600AnHour() {
        MetricTrend metricTrend = MetricTrend.of(readings(40, second -> 100 + second), SoakMetric.OBJECTS);
        assertThat(metricTrend.perHour()).isCloseTo(3600, within(1e-6));
        assertThat(metricTrend.first()).isCloseTo(104.5, within(1e-9));
        assertThat(metricTrend.middle()).isCloseTo(119.5, within(1e-9));
        assertThat(metricTrend.last()).isCloseTo(134.5, within(1e-9));
    }

    /// Only the first quarter grows, as during a warm-up.
    @Test
    void growthWhileItWarmsUpIsNoSlope() {
        MetricTrend metricTrend = MetricTrend.of(readings(40, second -> Math.min(second, 10)), SoakMetric.OBJECTS);
        assertThat(metricTrend.perHour()).isCloseTo(0, within(1e-6));
    }

    @Test
    void oneReadingIsItsOwnMean() {
        assertThat(MetricTrend.of(readings(1, _ -> 7), SoakMetric.OBJECTS)).isEqualTo(new MetricTrend(7, 7, 7, 0));
    }

    private interface Course {
        double at(int second);
    }

    private static List<ResourceSample> readings(int count, Course course) {
        return IntStream.range(0, count)
                .mapToObj(second -> new ResourceSample(second, Map.of(SoakMetric.OBJECTS, course.at(second))))
                .toList();
    }
}
