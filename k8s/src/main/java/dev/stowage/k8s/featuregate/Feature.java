package dev.stowage.k8s.featuregate;

/// A feature that `--feature-gates` switches on or off.
///
/// @param name the name that Kubernetes gives it
/// @param enabledByDefault its state when the command line does not name it
public record Feature(String name, Stage stage, boolean enabledByDefault) {

    /// How mature a feature is. All features of a stage can be switched together.
    public enum Stage {
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

    public static Feature alpha(String name) {
        return new Feature(name, Stage.ALPHA, false);
    }

    public static Feature beta(String name) {
        return new Feature(name, Stage.BETA, true);
    }

    public static Feature stable(String name) {
        return new Feature(name, Stage.STABLE, true);
    }
}
