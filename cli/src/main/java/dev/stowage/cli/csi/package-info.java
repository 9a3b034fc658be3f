/// `stowage csi`: every RPC of CSI as a verb on the command line, for authors of drivers and for orchestrators that
/// are not Kubernetes.
///
/// A [dev.stowage.cli.csi.CsiVerb] is a line of a table: the RPC, one sentence, and what of the request has a
/// flag. The
/// rest is driven by the protocol's descriptors, so a new field or message needs no code here.
@NullMarked
package dev.stowage.cli.csi;

import org.jspecify.annotations.NullMarked;
