package dev.stowage.image;

/// The paths in the image.
final class ImagePaths {
    static final String HOME = "opt/stowage";
    static final String JAVA = HOME + "/java";
    static final String JARS = HOME + "/lib";

    private ImagePaths() {}

    static String arguments(ImageVariant imageVariant) {
        return HOME + "/" + imageVariant.word() + ".arguments";
    }

    static String cache(ImageVariant imageVariant) {
        return HOME + "/" + imageVariant.word() + ".aot";
    }

    static String bill(ImageVariant imageVariant) {
        return "usr/share/stowage/" + imageVariant.word() + ".cdx.json";
    }
}
