package dev.stowage.driver.files;

import dev.stowage.linux.Errno;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.file.NodeAttributes;
import dev.stowage.linux.file.TreeNode;
import dev.stowage.sdk.CsiException;

/// What an archive has of a file besides its name and its content.
final class KeptAttributes {

    private KeptAttributes() {}

    /// @param directory that it is in, for messages
    static NodeAttributes of(TreeNode node, String directory) throws CsiException, LinuxException {
        try {
            return node.attributes();
        } catch (LinuxException e) {
            if (e.errno() == Errno.E2BIG) {
                throw ArchiveRefusal.attributesTooLong(directory);
            }
            throw e;
        }
    }
}
