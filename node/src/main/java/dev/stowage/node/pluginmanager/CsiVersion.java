package dev.stowage.node.pluginmanager;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A version as drivers report it: two or more numbers with an optional suffix.
record CsiVersion(List<Integer> numbers) implements Comparable<CsiVersion> {
    private static final Pattern FORM = Pattern.compile("v?((?:0|[1-9]\\d{0,8})(?:\\.\\d{1,9})+).*", Pattern.DOTALL);
    private static final int NEWEST_KNOWN = 1;

    static Optional<CsiVersion> parse(String text) {
        Matcher form = FORM.matcher(text.strip());
        return form.matches()
                ? Optional.of(new CsiVersion(Stream.of(form.group(1).split("\\.", -1))
                        .map(Integer::valueOf)
                        .toList()))
                : Optional.empty();
    }

    /// The highest supported version. Versions from 2 on may be incompatible, and 0 is no longer supported.
    static Optional<CsiVersion> highest(List<String> versions) {
        return versions.stream()
                .map(CsiVersion::parse)
                .flatMap(Optional::stream)
                .filter(version -> version.numbers.getFirst() <= NEWEST_KNOWN)
                .max(Comparator.naturalOrder())
                .filter(version -> version.numbers.getFirst() == NEWEST_KNOWN);
    }

    /// Missing numbers count as zero.
    @Override
    public int compareTo(CsiVersion other) {
        return IntStream.range(0, Math.max(numbers.size(), other.numbers.size()))
                .map(i -> Integer.compare(at(i), other.at(i)))
                .filter(order -> order != 0)
                .findFirst()
                .orElse(0);
    }

    private int at(int place) {
        return place < numbers.size() ? numbers.get(place) : 0;
    }

    @Override
    public String toString() {
        return String.join(".", numbers.stream().map(String::valueOf).toList());
    }
}
