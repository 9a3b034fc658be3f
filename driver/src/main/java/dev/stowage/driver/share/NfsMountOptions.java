package dev.stowage.driver.share;

import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.sdk.CsiException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Compares the mount options of a class or a PersistentVolume with the mount of the share, which all volumes on it
/// use. An option is accepted when the mount has it, or is at least as good: a newer minor version; and when it is a
/// matter of speed, which the mount decides. What programs would notice is refused, as it cannot be had.
record NfsMountOptions(MountPoint mount, Set<String> effective) {
    /// They concern the one volume.
    private static final Set<String> OF_VOLUME = Set.of("ro", "rw", "defaults");

    /// No program sees a difference but in speed, or they are for mount(8).
    private static final Pattern INERT = Pattern.compile("(nconnect|max_connect|rsize|wsize|timeo|retrans|retry)=[0-9]+"
            + "|(no)?(atime|diratime|resvport|rdirplus|fsc)|relatime|bg|fg|(no)?auto|nofail|_netdev");

    private static final Pattern VERSION = Pattern.compile("(?:nfs)?vers=4(?:\\.([0-2]))?|minorversion=([0-2])");
    private static final String IN_EFFECT = "vers=4.";

    /// Defaults, which the kernel does not list, and what it lists instead of them.
    private static final Map<String, Set<String>> UNLESS = Map.of(
            "async", Set.of("sync"),
            "ac", Set.of("noac"),
            "cto", Set.of("nocto"),
            "acl", Set.of("noacl"),
            "sharecache", Set.of("nosharecache"),
            "suid", Set.of("nosuid"),
            "dev", Set.of("nodev"),
            "exec", Set.of("noexec"),
            "lookupcache=all", Set.of("lookupcache=none", "lookupcache=pos"));

    private static final Map<String, String> ALIASES =
            Map.of("tcp", "proto=tcp", "lookupcache=positive", "lookupcache=pos");

    /// @param mount of the share
    static NfsMountOptions of(MountPoint mount) {
        Set<String> effective = new HashSet<>(mount.options());
        effective.addAll(mount.superOptions());
        return new NfsMountOptions(mount, Set.copyOf(effective));
    }

    /// Returns those that concern the one volume.
    ///
    /// @throws CsiException INVALID_ARGUMENT for an option that contradicts the mount
    List<String> ofVolume(List<String> wanted) throws CsiException {
        List<String> own = new ArrayList<>();
        for (String list : wanted) {
            for (String option : list.split(",", -1)) {
                if (OF_VOLUME.contains(option)) {
                    own.add(option);
                } else if (!option.isEmpty() && !isMet(option)) {
                    throw refused(option);
                }
            }
        }
        return own;
    }

    private boolean isMet(String option) {
        String one = ALIASES.getOrDefault(option, option);
        Matcher version = VERSION.matcher(one);
        if (version.matches()) {
            String minor = version.group(1) == null ? version.group(2) : version.group(1);
            return minor == null || Integer.parseInt(minor) <= minorInEffect();
        }
        return effective.contains(one)
                || INERT.matcher(one).matches()
                || (UNLESS.containsKey(one) && UNLESS.get(one).stream().noneMatch(effective::contains));
    }

    private int minorInEffect() {
        return effective.stream()
                .filter(option -> option.startsWith(IN_EFFECT))
                .mapToInt(option -> Integer.parseInt(option.substring(IN_EFFECT.length())))
                .findFirst()
                .orElse(0);
    }

    private CsiException refused(String option) {
        String shown = option.length() > 100 ? option.substring(0, 100) + "…" : option;
        return CsiException.invalidArgument(
                ("mount option \"%s\" contradicts the mount of the share at %s, which all its volumes use (%s);"
                                + " remove it, or set it in mountOptions of the pool's source")
                        .formatted(
                                shown.replaceAll("[^\\x20-\\x7e]", "?"),
                                mount.target(),
                                String.join(",", mount.superOptions())));
    }
}
