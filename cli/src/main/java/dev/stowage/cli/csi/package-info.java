/// `stowage csi`: every RPC of CSI as a verb on the command line, for authors of drivers and for orchestrators that
/// are not Kubernetes.
///
/// A [dev.stowage.cli.csi.CsiVerb] is a row of a table: the RPC, one sentence, and the request fields that have a
/// flag. The rest follows from the protocol's descriptors, so a new field or message needs no code here.
@NullMarked
package dev.stowage.cli.csi;

import org.jspecify.annotations.NullMarked;
