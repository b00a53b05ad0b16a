package dev.tlsbench.core.rooms;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.lang.ArchRule;

/** The packages beneath {@code core.tls} that no other package may import. */
public final class InnerRooms {
  /** Holds for the classes of every module. */
  public static final ArchRule ARE_INTERNAL =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.tlsbench.core.tls..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.tlsbench.core.tls.wire..",
              "dev.tlsbench.core.tls.pem..",
              "dev.tlsbench.core.tls.trust..",
              "dev.tlsbench.core.tls.provider..",
              "dev.tlsbench.core.tls.socket..")
          .because("they are internal to dev.tlsbench.core.tls");

  private InnerRooms() {}
}
