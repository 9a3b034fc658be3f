package dev.stowage.sidecar.mover.certificate;

import dev.stowage.flags.ParsedFlags;
import dev.stowage.sidecar.RoleFlag;
import dev.stowage.sidecar.RoleFlags;
import java.util.Map;

/// The flags of the signer.
public final class MoverSignerFlags {
    private final RoleFlag<String> namespace;
    private final RoleFlag<String> users;
    private final RoleFlag<String> usersOfAnyNode;

    public MoverSignerFlags(RoleFlags flags) {
        namespace = flags.text("peer-namespace", "", "Namespace of the authority of movers. Default: NAMESPACE.");
        users = flags.text(
                "node-users",
                "",
                "Users that get the certificate of the mover of the node that their token is bound to, separated by"
                        + " commas; NAME* for all that begin so. Default: the service accounts of NAMESPACE.");
        usersOfAnyNode = flags.text(
                "any-node-users",
                "",
                "Users that get the certificate of the mover of any node, separated by commas. Default: none.");
    }

    /// @param environment for `NAMESPACE`
    public MoverSignerOptions read(ParsedFlags line, Map<String, String> environment) {
        String own = environment.getOrDefault("NAMESPACE", "");
        String given = namespace.in(line);
        return MoverSignerOptions.of(
                given.isEmpty() ? own : given, MoverUsers.parse(users.in(line), usersOfAnyNode.in(line), own));
    }
}
