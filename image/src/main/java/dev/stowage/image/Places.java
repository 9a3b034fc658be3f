package dev.stowage.image;

/// Where things lie in the image.
final class Places {
    static final String HOME = "opt/stowage";
    static final String JAVA = HOME + "/java";
    static final String JARS = HOME + "/lib";

    private Places() {}

    static String arguments(Variant variant) {
        return HOME + "/" + variant.word() + ".arguments";
    }

    static String cache(Variant variant) {
        return HOME + "/" + variant.word() + ".aot";
    }

    static String bill(Variant variant) {
        return "usr/share/stowage/" + variant.word() + ".cdx.json";
    }
}
