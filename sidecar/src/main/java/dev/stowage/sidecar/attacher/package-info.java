/// The external attacher: attaches and detaches volumes for VolumeAttachments, and writes their status.
@NullMarked
package dev.stowage.sidecar.attacher;

import org.jspecify.annotations.NullMarked;
