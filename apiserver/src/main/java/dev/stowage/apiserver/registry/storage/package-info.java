/// StorageClasses, CSI drivers and nodes, storage capacities and VolumeAttachments.
@NullMarked
package dev.stowage.apiserver.registry.storage;

import org.jspecify.annotations.NullMarked;
