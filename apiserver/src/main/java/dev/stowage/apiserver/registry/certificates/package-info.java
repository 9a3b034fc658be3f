/// CertificateSigningRequests.
@NullMarked
package dev.stowage.apiserver.registry.certificates;

import org.jspecify.annotations.NullMarked;
