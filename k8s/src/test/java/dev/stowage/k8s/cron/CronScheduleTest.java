package dev.stowage.k8s.cron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CronScheduleTest {

    @ParameterizedTest(name = "{0} after {1}")
    @CsvSource(delimiter = '|', textBlock = """
            * * * * *           | 2026-01-01T00:00:00Z | 2026-01-01T00:01:00Z
            * * * * *           | 2026-01-01T00:00:59Z | 2026-01-01T00:01:00Z
            */15 * * * *        | 2026-01-01T00:45:00Z | 2026-01-01T01:00:00Z
            0/15 * * * *        | 2026-01-01T00:14:59Z | 2026-01-01T00:15:00Z
            20-35/15 * * * *    | 2026-01-01T23:45:00Z | 2026-01-02T00:20:00Z
            5/9223372036854775807 * * * * | 2026-01-01T00:05:00Z | 2026-01-01T01:05:00Z
            5,10 3 * * *        | 2026-01-01T03:05:00Z | 2026-01-01T03:10:00Z
            5,10 3 * * *        | 2026-01-01T03:10:00Z | 2026-01-02T03:05:00Z
            0 0 1 */3 *         | 2026-01-02T00:00:00Z | 2026-04-01T00:00:00Z
            0 0 9 Apr-Oct ?     | 2026-01-02T00:00:00Z | 2026-04-09T00:00:00Z
            0 12 * * mon-FRI    | 2026-01-02T12:00:00Z | 2026-01-05T12:00:00Z
            0 12 * * Mon/2      | 2026-01-05T12:00:00Z | 2026-01-07T12:00:00Z
            0 0 29 2 *          | 2026-01-01T00:00:00Z | 2028-02-29T00:00:00Z
            0 0 30 2 *          | 2026-01-01T00:00:00Z |
            , * * * *           | 2026-01-01T00:00:00Z |
            59 23 31 12 *       | 2026-12-31T23:59:00Z | 2027-12-31T23:59:00Z
            @yearly             | 2026-01-01T00:00:00Z | 2027-01-01T00:00:00Z
            @annually           | 2026-01-01T00:00:00Z | 2027-01-01T00:00:00Z
            @monthly            | 2026-01-01T00:00:00Z | 2026-02-01T00:00:00Z
            @weekly             | 2026-01-01T00:00:00Z | 2026-01-04T00:00:00Z
            @daily              | 2026-01-01T00:00:00Z | 2026-01-02T00:00:00Z
            @midnight           | 2026-01-01T23:59:00Z | 2026-01-02T00:00:00Z
            @hourly             | 2026-01-01T00:59:00Z | 2026-01-01T01:00:00Z
            @every 90s          | 2026-01-01T00:00:00.5Z | 2026-01-01T00:01:30Z
            """)
    void nextTimeIsTheFirstThatMatches(String schedule, Instant after, Instant next) throws Exception {
        assertThat(parse(schedule, "UTC").next(after)).isEqualTo(Optional.ofNullable(next));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            both days restricted: either is enough | 0 0 13 * 5   | 2026-02-01T00:00:00Z | 2026-02-06T00:00:00Z
            a star in one: the other decides       | 0 0 13 * *   | 2026-02-01T00:00:00Z | 2026-02-13T00:00:00Z
            a star with a step is a restriction    | 0 0 */20 * 5 | 2026-02-01T00:00:00Z | 2026-02-06T00:00:00Z
            a step of one is none                  | 0 0 */1 * 5  | 2026-02-01T00:00:00Z | 2026-02-06T00:00:00Z
            """)
    void daysOfTheMonthAndOfTheWeekCombine(String what, String schedule, Instant after, Instant next) throws Exception {
        assertThat(parse(schedule, "UTC").next(after)).as(what).hasValue(next);
    }

    @ParameterizedTest(name = "{1} in {0} after {2}")
    @CsvSource(delimiter = '|', textBlock = """
            America/New_York  | 30 2 * * *  | 2026-03-08T00:00:00-05:00 | 2026-03-09T02:30:00-04:00
            America/New_York  | 0 * * * *   | 2026-03-08T01:00:00-05:00 | 2026-03-08T03:00:00-04:00
            America/New_York  | 0 3 * * *   | 2026-03-08T00:00:00-05:00 | 2026-03-08T03:00:00-04:00
            America/New_York  | 30 1 * * *  | 2026-11-01T00:00:00-04:00 | 2026-11-01T01:30:00-04:00
            America/New_York  | 30 1 * * *  | 2026-11-01T01:30:00-04:00 | 2026-11-01T01:30:00-05:00
            America/New_York  | 30 1 * * *  | 2026-11-01T01:30:00-05:00 | 2026-11-02T01:30:00-05:00
            America/New_York  | 0 * * * *   | 2026-11-01T01:00:00-04:00 | 2026-11-01T01:00:00-05:00
            America/New_York  | 0 2 * * *   | 2026-11-01T00:00:00-04:00 | 2026-11-01T02:00:00-05:00
            America/Sao_Paulo | 0 9 10 * ?  | 2018-10-17T06:00:00-03:00 | 2018-11-10T09:00:00-02:00
            America/Sao_Paulo | 0 0 4 11 ?  | 2018-11-01T00:00:00-03:00 | 2019-11-04T00:00:00-03:00
            Australia/Lord_Howe | 0 3 * * * | 2026-10-04T01:30:00+10:30 | 2026-10-04T03:00:00+11:00
            Australia/Lord_Howe | 45 1 * * * | 2026-04-05T01:45:00+11:00 | 2026-04-05T01:45:00+10:30
            Asia/Kolkata      | 14 14 * * * | 2026-01-03T13:09:03+05:30 | 2026-01-03T14:14:00+05:30
            """)
    void fieldsAreTimesOnTheWall(String zone, String schedule, OffsetDateTime after, OffsetDateTime next)
            throws Exception {
        assertThat(parse(schedule, zone).next(after.toInstant())).hasValue(next.toInstant());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''               | empty spec string
            * * * *          | expected exactly 5 fields, found 4: [* * * *]
            0 * * * * *      | expected exactly 5 fields, found 6: [0 * * * * *]
            60 * * * *       | end of range (60) above maximum (59): 60
            0 24 * * *       | end of range (24) above maximum (23): 24
            0 0 0 * *        | beginning of range (0) below minimum (1): 0
            0 0 * * 7        | end of range (7) above maximum (6): 7
            9-5 * * * *      | beginning of range (9) beyond end of range (5): 9-5
            */0 * * * *      | step of range should be a positive number: */0
            1-2-3 * * * *    | too many hyphens: 1-2-3
            */2/3 * * * *    | too many slashes: */2/3
            */-2 * * * *     | negative number (-2) not allowed: -2
            x * * * *        | failed to parse int from x: strconv.Atoi: parsing "x": invalid syntax
            99999999999999999999 * * * * | failed to parse int from 99999999999999999999: strconv.Atoi: parsing "99999999999999999999": value out of range
            @reboot          | unrecognized descriptor: @reboot
            @every soon      | failed to parse duration @every soon: time: invalid duration "soon"
            TZ=Nowhere 0 0 * * * | provided bad location Nowhere: unknown time zone Nowhere
            TZ=UTC           | expected exactly 5 fields, found 0: []
            """)
    void invalidScheduleIsRefusedInTheWordsOfKubernetes(String schedule, String reason) {
        assertThatThrownBy(() -> parse(schedule, "UTC"))
                .isInstanceOf(InvalidScheduleException.class)
                .hasMessage(reason);
    }

    @Test
    void oldSchedulesNameTheirTimeZone() throws Exception {
        assertThat(parse("CRON_TZ=Asia/Tokyo 0 9 * * *", "UTC").next(Instant.parse("2026-01-01T00:00:00Z")))
                .hasValue(Instant.parse("2026-01-02T00:00:00Z"));
    }

    @Test
    void onlyNamesOfTheDatabaseAreTimeZones() {
        assertThat(CronSchedule.findZone("Etc/UTC")).isPresent();
        assertThat(CronSchedule.findZone("UTC+1")).isEmpty();
        assertThat(CronSchedule.findZone("../etc/passwd")).isEmpty();
    }

    private static CronSchedule parse(String schedule, String zone) throws InvalidScheduleException {
        return CronSchedule.parse(schedule, ZoneId.of(zone), CronScheduleTest::duration);
    }

    /// Seconds only.
    private static Duration duration(String text) {
        if (!text.matches("\\d+s")) {
            throw new IllegalArgumentException(text);
        }
        return Duration.parse("PT" + text);
    }
}
