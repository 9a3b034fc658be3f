/// Write a CSI driver in domain terms, without protobuf.
///
/// A driver is one or more plain objects that implement *roles*: [dev.stowage.sdk.Volumes],
/// [dev.stowage.sdk.Publishing], [dev.stowage.sdk.Snapshots] and so on. A role that is implemented is declared
/// to the orchestrator, a role that is not answers UNIMPLEMENTED; there is no list of capabilities to
/// maintain.
///
/// [dev.stowage.sdk.server.Driver] adds the rest: validation with the specification's codes, one operation per
/// volume at a time, durable records that make every call repeatable, paging, secrets kept out of every
/// message. `docs/write-a-driver.md` walks through a complete one.
@NullMarked
package dev.stowage.sdk;

import org.jspecify.annotations.NullMarked;
