package dev.stowage.sidecar.topology;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Where the volumes of a StatefulSet start in the list of segments, so that they spread: members use
/// consecutive segments, and all claims of one member use the same one.
final class StatefulSetSpread {
    private static final int FNV_OFFSET = 0x811c9dc5;
    private static final int FNV_PRIME = 0x01000193;

    private StatefulSetSpread() {}

    /// The same segments, starting with another one.
    static <T> List<T> from(int start, List<T> places) {
        List<T> rotated = new ArrayList<>(places.size());
        rotated.addAll(places.subList(start, places.size()));
        rotated.addAll(places.subList(0, start));
        return rotated;
    }

    /// Claims are named `<template>-<set>-<ordinal>`. Templates and sets may contain dashes: the part after
    /// the last one is used for the set.
    static int start(String claimName, int places) {
        String hashed = claimName;
        int ordinal = 0;
        int dash = claimName.lastIndexOf('-');
        if (dash >= 0 && isOrdinal(claimName.substring(dash + 1))) {
            ordinal = Integer.parseUnsignedInt(claimName.substring(dash + 1));
            hashed = claimName.substring(0, dash);
            hashed = hashed.substring(hashed.lastIndexOf('-') + 1);
        }
        return Integer.remainderUnsigned(fnv32(hashed) + ordinal, places);
    }

    private static boolean isOrdinal(String text) {
        if (text.isEmpty() || text.length() > 32 || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return false;
        }
        try {
            Integer.parseUnsignedInt(text);
            return true;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /// FNV-1, the variant that multiplies first.
    static int fnv32(String text) {
        int hash = FNV_OFFSET;
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            hash *= FNV_PRIME;
            hash ^= b & 0xff;
        }
        return hash;
    }
}
