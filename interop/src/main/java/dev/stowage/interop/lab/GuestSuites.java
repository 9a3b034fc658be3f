package dev.stowage.interop.lab;

import dev.stowage.flags.UsageException;
import dev.stowage.interop.driver.LabDrivers;
import dev.stowage.interop.driver.SanitySuite;
import dev.stowage.interop.suite.Suite;
import java.util.List;
import java.util.stream.Collectors;

/// The suites that run inside a guest.
public final class GuestSuites {

    private static final List<Suite> ALL = List.of(new DriverTestsSuite(), new SanitySuite(LabDrivers.ALL));

    private GuestSuites() {}

    /// What `--quick` leaves of them: a guest has one processor, and csi-sanity takes minutes there.
    static List<Suite> quick() {
        return List.of(ALL.getFirst());
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

    private static Suite named(String name) {
        return ALL.stream()
                .filter(suite -> suite.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new UsageException("unknown suite of the lab \"" + name + "\"; there are "
                        + names().stream().collect(Collectors.joining(", "))));
    }
}
