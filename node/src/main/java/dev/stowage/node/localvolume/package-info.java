/// Local volumes: directories and devices of this node behind PersistentVolumes.
@NullMarked
package dev.stowage.node.localvolume;

import org.jspecify.annotations.NullMarked;
