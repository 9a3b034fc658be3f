/// Keys and certificates: PEM, DER, signing, the files of a certificate authority, and TLS contexts.
@NullMarked
package dev.stowage.x509;

import org.jspecify.annotations.NullMarked;
