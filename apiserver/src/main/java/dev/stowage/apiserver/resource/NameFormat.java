package dev.stowage.apiserver.resource;

import java.util.List;

/// How objects of a resource may be named.
public enum NameFormat {
    SUBDOMAIN,
    LABEL,
    /// A label that starts with a letter.
    LABEL_1035,
    /// Whatever fits between two slashes of a path.
    PATH_SEGMENT;

    /// What is wrong with a name; empty when nothing is.
    ///
    /// @param prefix more characters are going to follow
    public List<String> check(String name, boolean prefix) {
        if (this == PATH_SEGMENT) {
            return NameSpelling.pathSegment(name, prefix);
        }
        String shown =
                prefix && name.length() > 1 && name.endsWith("-") ? name.substring(0, name.length() - 2) + "a" : name;
        return switch (this) {
            case SUBDOMAIN -> NameSpelling.subdomain(shown);
            case LABEL -> NameSpelling.label(shown);
            case LABEL_1035 -> NameSpelling.label1035(shown);
            case PATH_SEGMENT -> List.of();
        };
    }
}
