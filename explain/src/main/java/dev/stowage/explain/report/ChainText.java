package dev.stowage.explain.report;

import dev.stowage.explain.strand.Link;
import dev.stowage.explain.strand.Part;
import dev.stowage.explain.strand.State;
import dev.stowage.flags.TerminalColors;
import java.util.List;
import java.util.Optional;

/// The chain, a line a link, with a mark before each and the one pointed at that does not hold.
record ChainText(List<Link> chain, Optional<Part> cause, TerminalColors paint) {

    @Override
    public String toString() {
        int width = chain.stream()
                .mapToInt(link -> OneLine.of(link.name()).length())
                .max()
                .orElse(0);
        StringBuilder text = new StringBuilder();
        Optional<Link> pointed = chain.stream()
                .filter(link -> cause.filter(part -> part == link.part()).isPresent())
                .findFirst();
        for (Link link : chain) {
            String row = "%-12s  %-" + Math.max(1, width) + "s  ";
            text.append("  ")
                    .append(mark(link.state()))
                    .append(' ')
                    .append(row.formatted(words(link.part()), OneLine.of(link.name())))
                    .append(OneLine.of(link.text()))
                    .append(pointed.filter(link::equals).isPresent() ? paint.bad("  <-- here") : "")
                    .append('\n');
        }
        return text.toString();
    }

    private String mark(State state) {
        return switch (state) {
            case FINE -> paint.good("✓");
            case WAITING -> paint.warn("…");
            case BROKEN -> paint.bad("✗");
            case SKIPPED -> paint.faint("-");
            case UNKNOWN -> paint.faint("?");
        };
    }

    private static String words(Part part) {
        return switch (part) {
            case POD -> "Pod";
            case SNAPSHOT -> "Snapshot";
            case CLAIM -> "Claim";
            case CLASS -> "Class";
            case VOLUME -> "Volume";
            case ATTACHMENT -> "Attachment";
            case NODE -> "Node";
            case REGISTRATION -> "Registration";
            case DRIVER -> "Driver";
            case MOUNT -> "Mount";
        };
    }
}
