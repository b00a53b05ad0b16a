package dev.tlsbench.junit;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.tlsbench.core.rooms.InnerRooms;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The module uses {@code bench-core} as its users do. */
@Tag("any-jdk")
class RoomsTest {
  @Test
  void innerRoomsOfBenchCoreAreLeftAlone() {
    InnerRooms.ARE_INTERNAL.check(new ClassFileImporter().importPackages("dev.tlsbench.junit"));
  }
}
