/// From a claim and its class to the request of CreateVolume, and from the response to a PersistentVolume.
@NullMarked
package dev.stowage.sidecar.provisioner.request;

import org.jspecify.annotations.NullMarked;
