package dev.stowage.cli.csi;

import dev.stowage.flags.ByteSize;
import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import java.util.List;

/// What a flag's text is read as.
enum FlagType {
    TEXT,
    COUNT,
    SIZE,
    SWITCH,
    WORDS,
    PAIRS,
    TOPOLOGIES;

    Flag<?> declare(FlagSet flags, String name, String help) {
        return switch (this) {
            case TEXT -> flags.text(name, "", help);
            case COUNT -> flags.<Object>value(name, "int", "", help, FlagType::count);
            case SIZE -> flags.<Object>value(name, "size", "", help, ByteSize::parse);
            case SWITCH -> flags.bool(name, false, help);
            case WORDS -> flags.list(name, List.of(), help);
            case PAIRS -> flags.pairs(name, help);
            case TOPOLOGIES -> flags.<Object>value(name, "key=value,…;…", "", help, TopologyParser::parse);
        };
    }

    private static Object count(String text) {
        try {
            return Integer.valueOf(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("\"" + text + "\" is not a whole number", e);
        }
    }
}
