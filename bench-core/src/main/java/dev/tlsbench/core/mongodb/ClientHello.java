package dev.tlsbench.core.mongodb;

import dev.tlsbench.core.text.OneLine;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A client's first message in plain text, after its header. Of its content only the names of
 * application and driver are kept, from the document {@code client} (<a
 * href="https://github.com/mongodb/specifications/blob/master/source/mongodb-handshake/handshake.md">MongoDB
 * Handshake</a>).
 */
final class ClientHello {
  private static final int LONGEST = 4096;
  private static final int LONGEST_NAME = 100;

  private final boolean message;
  private @Nullable ByteBuffer body;
  private @Nullable String program;

  /** Prepares for the body of a message. */
  ClientHello(int length, boolean message) {
    this.message = message;
    if (length > 0 && length <= LONGEST) {
      body = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    }
  }

  /** Reads a byte; returns false after the last one. */
  boolean read(byte next) {
    if (body == null) {
      return false;
    }
    body.put(next);
    if (body.hasRemaining()) {
      return true;
    }
    try {
      program = named(document(body.flip()));
    } catch (BufferUnderflowException | IllegalArgumentException | IndexOutOfBoundsException e) {
      program = null;
    }
    body = null;
    return false;
  }

  Optional<String> program() {
    return Optional.ofNullable(program);
  }

  /** Skips what comes before the document: flags, and a section's kind or a collection's name. */
  private ByteBuffer document(ByteBuffer from) {
    from.getInt();
    if (message) {
      if (from.get() != 0) {
        throw new IllegalArgumentException("no body section");
      }
    } else {
      name(from);
      from.getLong();
    }
    return from;
  }

  private static @Nullable String named(ByteBuffer hello) {
    ByteBuffer client = find(hello, "client");
    if (client == null) {
      return null;
    }
    String application =
        text(find(client.duplicate().order(client.order()), "application"), "name");
    ByteBuffer driver = find(client, "driver");
    String name = text(driver == null ? null : driver.duplicate().order(driver.order()), "name");
    String version = text(driver, "version");
    String library = name == null || version == null ? name : name + " " + version;
    if (application == null || library == null) {
      return application == null ? library : application;
    }
    return application + " (" + library + ")";
  }

  /**
   * Finds an element of a BSON document (<a
   * href="https://bsonspec.org/spec.html">bsonspec.org</a>).
   *
   * @return the element's value; {@code null} if there is none, or one of an unusual type before it
   */
  private static @Nullable ByteBuffer find(ByteBuffer document, String wanted) {
    document.getInt();
    for (byte type = document.get(); type != 0; type = document.get()) {
      String name = name(document);
      int length = length(type, document);
      if (length < 0) {
        return null;
      }
      ByteBuffer value = document.slice(document.position(), length).order(ByteOrder.LITTLE_ENDIAN);
      if (name.equals(wanted)) {
        return value;
      }
      document.position(document.position() + length);
    }
    return null;
  }

  private static int length(byte type, ByteBuffer at) {
    return switch (type) {
      case 0x01, 0x09, 0x11, 0x12 -> Long.BYTES;
      case 0x02 -> Integer.BYTES + at.getInt(at.position());
      case 0x03, 0x04 -> at.getInt(at.position());
      case 0x05 -> Integer.BYTES + 1 + at.getInt(at.position());
      case 0x07 -> 12;
      case 0x08 -> 1;
      case 0x0A -> 0;
      case 0x10 -> Integer.BYTES;
      case 0x13 -> 2 * Long.BYTES;
      default -> -1;
    };
  }

  private static @Nullable String text(@Nullable ByteBuffer document, String name) {
    ByteBuffer value = document == null ? null : find(document, name);
    if (value == null) {
      return null;
    }
    int length = Math.min(LONGEST_NAME, value.getInt() - 1);
    return OneLine.escape(
        StandardCharsets.UTF_8.decode(value.slice(value.position(), length)).toString());
  }

  private static String name(ByteBuffer from) {
    int start = from.position();
    while (from.get() != 0) {
      // Up to the zero.
    }
    return new String(
        from.array(),
        from.arrayOffset() + start,
        from.position() - start - 1,
        StandardCharsets.UTF_8);
  }
}
