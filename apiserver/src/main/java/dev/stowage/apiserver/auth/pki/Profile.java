package dev.stowage.apiserver.auth.pki;

import java.util.List;

/// What a certificate says about its owner.
///
/// @param name the common name; for a client, its user
/// @param organizations for a client, its groups
/// @param addresses host names and IP addresses, for a server
public record Profile(String name, List<String> organizations, Use use, List<String> addresses) {

    public enum Use {
        AUTHORITY,
        SERVER,
        CLIENT
    }

    public Profile {
        organizations = List.copyOf(organizations);
        addresses = List.copyOf(addresses);
    }

    public static Profile client(String user, String... groups) {
        return new Profile(user, List.of(groups), Use.CLIENT, List.of());
    }

    public static Profile server(String name, List<String> addresses) {
        return new Profile(name, List.of(), Use.SERVER, addresses);
    }

    static Profile authority(String name) {
        return new Profile(name, List.of(), Use.AUTHORITY, List.of());
    }
}
