/// Webhooks and policies of admission. They are kept, not called.
@NullMarked
package dev.stowage.apiserver.registry.admissionregistration;

import org.jspecify.annotations.NullMarked;
