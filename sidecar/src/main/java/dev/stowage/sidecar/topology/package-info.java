/// Topology: from node labels and topology keys to the requirements of CreateVolume, and back to the volume's
/// node affinity.
@NullMarked
package dev.stowage.sidecar.topology;

import org.jspecify.annotations.NullMarked;
