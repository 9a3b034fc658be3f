package dev.stowage.explain.doctor.node;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The kernel of a machine.
///
/// @param release as in `uname -r`
/// @param fileSystems that it can mount, now or after loading a module that is installed
/// @param hasLoopControl whether loop devices can be allocated
/// @param namespaces the supported namespace types, such as `mnt`
/// @param mostUserNamespaces 0 where they are forbidden
public record KernelInfo(
        String release,
        Set<String> fileSystems,
        boolean hasLoopControl,
        Set<String> namespaces,
        long mostUserNamespaces) {

    private static final Pattern NUMBERS = Pattern.compile("(\\d+)\\.(\\d+).*");

    public KernelInfo {
        fileSystems = Set.copyOf(fileSystems);
        namespaces = Set.copyOf(namespaces);
    }

    /// Kernels count `major.minor`; what cannot be read counts as old.
    boolean isAtLeast(int major, int minor) {
        Matcher numbers = NUMBERS.matcher(release);
        if (!numbers.matches()) {
            return false;
        }
        int first = Integer.parseInt(numbers.group(1));
        return first > major || (first == major && Integer.parseInt(numbers.group(2)) >= minor);
    }
}
