package dev.stowage.apiserver.resource;

import dev.stowage.apiserver.validation.FieldNames;
import dev.stowage.apiserver.validation.Names;
import java.util.List;

/// How names, labels and keys are spelled. Each rule returns what is wrong in Kubernetes' own words, or nothing.
public final class Spelling {
    private Spelling() {}

    public static List<String> label(String value) {
        return Names.dnsLabel(value);
    }

    public static List<String> subdomain(String value) {
        return Names.dnsSubdomain(value);
    }

    public static List<String> label1035(String value) {
        return Names.dns1035Label(value);
    }

    /// Of keys of labels and annotations: a name with a domain before it or not.
    public static List<String> qualifiedName(String value) {
        return Names.qualified(value);
    }

    public static List<String> labelValue(String value) {
        return Names.labelValue(value);
    }

    /// Of keys in config maps and secrets.
    public static List<String> configKey(String value) {
        return FieldNames.configKey(value);
    }

    public static List<String> portName(String value) {
        return FieldNames.port(value);
    }

    public static List<String> pathSegment(String value, boolean prefix) {
        return dev.stowage.apiserver.validation.NameRule.PATH_SEGMENT.mistakes(value, prefix);
    }
}
