package dev.stowage.x509;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The name of a certificate's owner, as far as Kubernetes gives it a meaning.
///
/// @param commonNames the user; more than one is unusual
/// @param organizations the groups
/// @param hasOthers whether there are attributes of other types
public record SubjectName(List<String> commonNames, List<String> organizations, boolean hasOthers) {
    private static final byte[] COMMON_NAME = DerEncoder.identifier("2.5.4.3");
    private static final byte[] ORGANIZATION = DerEncoder.identifier("2.5.4.10");
    private static final int UTF8 = 0x0c;
    private static final int PRINTABLE = 0x13;
    private static final int IA5 = 0x16;

    public SubjectName {
        commonNames = List.copyOf(commonNames);
        organizations = List.copyOf(organizations);
    }

    public static SubjectName of(X509Certificate certificate) throws GeneralSecurityException {
        return read(certificate.getSubjectX500Principal().getEncoded());
    }

    /// @param encoded a sequence of sets of attributes, in DER
    static SubjectName read(byte[] encoded) throws GeneralSecurityException {
        List<String> commonNames = new ArrayList<>();
        List<String> organizations = new ArrayList<>();
        boolean hasOthers = false;
        DerReader whole = new DerReader(encoded);
        DerReader sets = whole.inside(DerReader.SEQUENCE);
        whole.requireEnd();
        while (sets.hasMore()) {
            DerReader attributes = sets.inside(DerReader.SET);
            while (attributes.hasMore()) {
                DerReader attribute = attributes.inside(DerReader.SEQUENCE);
                byte[] type = attribute.whole(DerReader.IDENTIFIER);
                if (Arrays.equals(type, COMMON_NAME)) {
                    commonNames.add(text(attribute));
                } else if (Arrays.equals(type, ORGANIZATION)) {
                    organizations.add(text(attribute));
                } else {
                    hasOthers = true;
                }
            }
        }
        return new SubjectName(commonNames, organizations, hasOthers);
    }

    private static String text(DerReader attribute) throws GeneralSecurityException {
        int tag = attribute.tag();
        if (tag != UTF8 && tag != PRINTABLE && tag != IA5) {
            throw new GeneralSecurityException("the name is in an unusual encoding");
        }
        return new String(attribute.content(tag), tag == UTF8 ? StandardCharsets.UTF_8 : StandardCharsets.US_ASCII);
    }
}
