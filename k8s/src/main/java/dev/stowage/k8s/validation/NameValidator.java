package dev.stowage.k8s.validation;

import java.util.List;

/// The format of the names of a resource's objects.
@FunctionalInterface
public interface NameValidator {
    NameValidator DNS_SUBDOMAIN = (name, prefix) -> NameValidation.dnsSubdomain(prefix ? withoutDash(name) : name);
    NameValidator DNS_LABEL = (name, prefix) -> NameValidation.dnsLabel(prefix ? withoutDash(name) : name);
    NameValidator DNS_1035_LABEL = (name, prefix) -> NameValidation.dns1035Label(prefix ? withoutDash(name) : name);
    NameValidator PATH_SEGMENT =
            (name, prefix) -> prefix ? NameValidation.pathSegmentPrefix(name) : NameValidation.pathSegment(name);

    /// The errors in a name; none for a valid one.
    ///
    /// @param prefix whether it is a prefix of a generated name
    List<String> violations(String name, boolean prefix);

    private static String withoutDash(String name) {
        return name.length() > 1 && name.endsWith("-") ? name.substring(0, name.length() - 2) + "a" : name;
    }
}
