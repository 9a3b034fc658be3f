/// Where a volume may be: from labels and keys to what CreateVolume is asked, and back to the volume's affinity.
@NullMarked
package dev.stowage.sidecar.topology;

import org.jspecify.annotations.NullMarked;
