/// Volumes that need no driver: emptyDir, hostPath, local, nfs, configMap, secret, downwardAPI and projected.
@NullMarked
package dev.stowage.node.builtinvolume;

import org.jspecify.annotations.NullMarked;
