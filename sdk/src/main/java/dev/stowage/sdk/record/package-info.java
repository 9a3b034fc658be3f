/// The SDK's durable records, one small file per object, so that a repeated call gets the same answer and a
/// killed process leaves nothing behind that the next start cannot finish or undo.
///
/// [dev.stowage.sdk.record.RecordDirectory] keeps files; [dev.stowage.sdk.record.Ledger] adds the lifecycle of
/// an object that is made and removed; [dev.stowage.sdk.record.VolumeTargets] remembers where on this node a
/// volume was staged or published.
@NullMarked
package dev.stowage.sdk.record;

import org.jspecify.annotations.NullMarked;
