package dev.stowage.apiserver.validation;

import java.util.List;

/// What the objects of a resource may be called.
@FunctionalInterface
public interface NameRule {
    NameRule DNS_SUBDOMAIN = (name, prefix) -> Names.dnsSubdomain(prefix ? withoutDash(name) : name);
    NameRule DNS_LABEL = (name, prefix) -> Names.dnsLabel(prefix ? withoutDash(name) : name);
    NameRule DNS_1035_LABEL = (name, prefix) -> Names.dns1035Label(prefix ? withoutDash(name) : name);
    NameRule PATH_SEGMENT = (name, prefix) -> prefix ? Names.pathSegmentPrefix(name) : Names.pathSegment(name);

    /// The mistakes in a name; none when it is right.
    ///
    /// @param prefix whether more will be put behind it
    List<String> mistakes(String name, boolean prefix);

    private static String withoutDash(String name) {
        return name.length() > 1 && name.endsWith("-") ? name.substring(0, name.length() - 2) + "a" : name;
    }
}
