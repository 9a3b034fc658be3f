package dev.stowage.k8s.featuregate;

/// Something that `--feature-gates` switches on and off.
public interface Feature {

    /// How far a feature is; whole stages can be switched too.
    enum Stage {
        ALPHA("AllAlpha"),
        BETA("AllBeta"),
        STABLE("");

        private final String all;

        Stage(String all) {
            this.all = all;
        }

        /// The name that switches all features of this stage; empty when there is none.
        String all() {
            return all;
        }
    }

    /// Its name, as Kubernetes has it.
    String text();

    Stage stage();

    /// How it stands when nobody names it.
    boolean enabledByDefault();
}
