/// The strategies of PersistentVolumes and PersistentVolumeClaims.
@NullMarked
package dev.stowage.apiserver.registry.core.persistentvolume;

import org.jspecify.annotations.NullMarked;
