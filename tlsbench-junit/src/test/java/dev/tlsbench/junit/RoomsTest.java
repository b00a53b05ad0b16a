package dev.tlsbench.junit;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.tlsbench.core.rooms.InnerRooms;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The module uses {@code bench-core} as its users do. */
@Tag("any-jdk")
class RoomsTest {
  @Test
  void innerRoomsOfBenchCoreAreLeftAlone() {
    InnerRooms.ARE_INTERNAL.check(new ClassFileImporter().importPackages("dev.tlsbench.junit"));
  }

  /** Except by {@code TlsServer}, which has a factory method and options for each. */
  @Test
  void serversAreFoundAsServices() {
    Pattern factory = Pattern.compile(".*/TlsServer(\\$.*)?\\.class");
    InnerRooms.SERVERS_ARE_SERVICES.check(
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.matches(factory))
            .importPackages("dev.tlsbench.junit"));
  }
}
