package io.onlyonce.verify.cli;

import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** The version that the jar's manifest tells. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = Version.class.getPackage().getImplementationVersion();
        return new String[] {"onlyonce-verify " + Objects.requireNonNullElse(version, "(not from a jar)")};
    }
}
