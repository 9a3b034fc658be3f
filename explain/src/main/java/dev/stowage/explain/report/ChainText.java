package dev.stowage.explain.report;

import dev.stowage.explain.chain.ChainLink;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.chain.LinkState;
import dev.stowage.flags.TerminalColors;
import java.util.List;
import java.util.Optional;

/// The chain with one line per link and a mark before each; the broken one is highlighted.
record ChainText(List<ChainLink> chain, Optional<LinkKind> cause, TerminalColors paint) {

    @Override
    public String toString() {
        int width = chain.stream()
                .mapToInt(chainLink -> SanitizedText.of(chainLink.name()).length())
                .max()
                .orElse(0);
        StringBuilder text = new StringBuilder();
        Optional<ChainLink> pointed = chain.stream()
                .filter(chainLink ->
                        cause.filter(part -> part == chainLink.kind()).isPresent())
                .findFirst();
        for (ChainLink chainLink : chain) {
            String row = "%-12s  %-" + Math.max(1, width) + "s  ";
            text.append("  ")
                    .append(mark(chainLink.linkState()))
                    .append(' ')
                    .append(row.formatted(words(chainLink.kind()), SanitizedText.of(chainLink.name())))
                    .append(SanitizedText.of(chainLink.text()))
                    .append(pointed.filter(chainLink::equals).isPresent() ? paint.bad("  <-- here") : "")
                    .append('\n');
        }
        return text.toString();
    }

    private String mark(LinkState linkState) {
        return switch (linkState) {
            case FINE -> paint.good("✓");
            case WAITING -> paint.warn("…");
            case BROKEN -> paint.bad("✗");
            case SKIPPED -> paint.faint("-");
            case UNKNOWN -> paint.faint("?");
        };
    }

    private static String words(LinkKind part) {
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
