package dev.tlsbench.core.rooms;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;

/** Packages that only some other packages may import. */
public final class InnerRooms {
  /** The parts of {@code TlsSettings}, whose rooms are otherwise internal. */
  private static final String PARTS =
      "dev\\.tlsbench\\.core\\.tls\\.(trust\\.(TrustRules|Identity)|provider\\.(Offer|SuiteLimits))";

  private static final String SERVERS = "dev.tlsbench.embedded.*..";

  /** Holds for the classes of every module. */
  public static final ArchRule ARE_INTERNAL =
      CompositeArchRule.of(onlyFor("dev.tlsbench.core.tls.trust..", "dev.tlsbench.core.tls.."))
          .and(
              onlyFor(
                  "dev.tlsbench.core.tls.provider..",
                  "dev.tlsbench.core.tls..",
                  // Measures each implementation with another trust manager.
                  "dev.tlsbench.jmh.tls.."))
          .and(
              onlyFor(
                  "dev.tlsbench.core.tls.wire..",
                  "dev.tlsbench.core.tls..",
                  "dev.tlsbench.core.socket..",
                  "dev.tlsbench.relay.witness.."))
          .and(onlyFor("dev.tlsbench.embedded.process..", SERVERS));

  /** Holds for the main classes of every module: {@code EmbeddedServerBuilder.of} finds servers. */
  public static final ArchRule SERVERS_ARE_SERVICES = onlyFor(SERVERS, SERVERS);

  private InnerRooms() {}

  private static ArchRule onlyFor(String room, String... users) {
    return noClasses()
        .that()
        .resideOutsideOfPackages(users)
        .should()
        .dependOnClassesThat(resideInAPackage(room).and(not(nameMatching(PARTS))))
        .because("it is internal to " + String.join(", ", users));
  }
}
