/// The external attacher: what VolumeAttachments ask for, the driver is asked to do, and the answer is written back.
@NullMarked
package dev.stowage.sidecar.attacher;

import org.jspecify.annotations.NullMarked;
