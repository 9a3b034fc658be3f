package dev.stowage.sidecar.mover.certificate;

import java.util.List;
import java.util.stream.Stream;

/// Who may have the certificate of a mover.
///
/// @param ofNode user names that a mover has; each gets a certificate for the node that the API server vouches
///     for. A name that ends with `*` stands for all that begin so
/// @param ofAnyNode the same for users without a proven node; for clusters whose nodes share one user
public record MoverUsers(List<String> ofNode, List<String> ofAnyNode) {
    private static final String ANY = "*";

    public MoverUsers {
        ofNode = List.copyOf(ofNode);
        ofAnyNode = List.copyOf(ofAnyNode);
    }

    /// The service accounts of a namespace.
    public static MoverUsers serviceAccounts(String namespace) {
        return new MoverUsers(List.of("system:serviceaccount:" + namespace + ":" + ANY), List.of());
    }

    /// @param list separated by commas; empty for the service accounts of the namespace
    /// @param ofAnyNode separated by commas; empty for none
    public static MoverUsers parse(String list, String ofAnyNode, String namespace) {
        List<String> names = split(list);
        return new MoverUsers(names.isEmpty() ? serviceAccounts(namespace).ofNode() : names, split(ofAnyNode));
    }

    private static List<String> split(String list) {
        return Stream.of(list.split(",", -1))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
    }

    boolean mayActFor(String node, String requester, List<String> nodesOfToken) {
        return requester.equals("system:node:" + node)
                || (nodesOfToken.equals(List.of(node)) && matches(ofNode, requester))
                || matches(ofAnyNode, requester);
    }

    private static boolean matches(List<String> patterns, String requester) {
        return patterns.stream()
                .anyMatch(pattern -> pattern.endsWith(ANY)
                        ? requester.startsWith(pattern.substring(0, pattern.length() - ANY.length()))
                        : requester.equals(pattern));
    }
}
