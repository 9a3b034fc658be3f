package dev.stowage.x509;

import java.util.List;

/// What a certificate states about its subject.
///
/// @param name the common name; for a client, its user
/// @param organizations for a client, its groups
/// @param addresses host names and IP addresses, for a server
public record CertificateProfile(String name, List<String> organizations, Use use, List<String> addresses) {

    public enum Use {
        AUTHORITY,
        SERVER,
        /// A server that is its own authority.
        SELF_SIGNED_SERVER,
        CLIENT,
        /// A server and a client that others of its kind call.
        PEER
    }

    public CertificateProfile {
        organizations = List.copyOf(organizations);
        addresses = List.copyOf(addresses);
    }

    public static CertificateProfile client(String user, String... groups) {
        return new CertificateProfile(user, List.of(groups), Use.CLIENT, List.of());
    }

    /// For both ends of connections among equals, which know each other by these names and not by addresses.
    public static CertificateProfile peer(String user, String... groups) {
        return new CertificateProfile(user, List.of(groups), Use.PEER, List.of());
    }

    public static CertificateProfile server(String name, List<String> addresses) {
        return new CertificateProfile(name, List.of(), Use.SERVER, addresses);
    }

    static CertificateProfile selfSignedServer(String name, List<String> addresses) {
        return new CertificateProfile(name, List.of(), Use.SELF_SIGNED_SERVER, addresses);
    }

    static CertificateProfile authority(String name) {
        return new CertificateProfile(name, List.of(), Use.AUTHORITY, List.of());
    }
}
