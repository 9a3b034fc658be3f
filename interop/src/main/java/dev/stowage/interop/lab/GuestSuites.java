package dev.stowage.interop.lab;

import dev.stowage.flags.UsageException;
import dev.stowage.interop.driver.LabDrivers;
import dev.stowage.interop.driver.SanitySuite;
import dev.stowage.interop.suite.Suite;
import java.util.List;
import java.util.stream.Collectors;

/// The suites that run inside a guest.
public final class GuestSuites {

    private static final Suite TESTS =
            new DriverTestsSuite("tests", "Runs the tests of the driver that are tagged lab.", "lab & !slow");
    private static final Suite SLOW_TESTS =
            new DriverTestsSuite("slow-tests", "Runs those that are tagged lab and slow.", "lab & slow");
    private static final Suite SANITY = new SanitySuite(LabDrivers.ALL);

    /// Those that take longest begin first.
    private static final List<Suite> ALL = List.of(SLOW_TESTS, SANITY, TESTS);

    private GuestSuites() {}

    static List<Suite> quick() {
        return List.of(SANITY, TESTS);
    }

    public static List<String> names() {
        return ALL.stream().map(Suite::name).toList();
    }

    /// @param names all when empty
    static List<Suite> named(List<String> names) {
        if (names.isEmpty()) {
            return ALL;
        }
        return names.stream().distinct().map(GuestSuites::named).toList();
    }

    static Suite named(String name) {
        return ALL.stream()
                .filter(suite -> suite.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new UsageException("unknown suite of the lab \"" + name + "\"; there are "
                        + names().stream().collect(Collectors.joining(", "))));
    }
}
