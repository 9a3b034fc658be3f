/// Admission webhooks and policies. They are stored and not called.
@NullMarked
package dev.stowage.apiserver.registry.admissionregistration;

import org.jspecify.annotations.NullMarked;
