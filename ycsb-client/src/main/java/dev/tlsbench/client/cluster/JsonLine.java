package dev.tlsbench.client.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.std.StdDelegatingDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import com.fasterxml.jackson.databind.util.StdConverter;
import java.time.Instant;

/** Converts messages between processes: a record is one line of JSON, in ASCII. */
public final class JsonLine {
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
          .addModule(
              new SimpleModule()
                  .addSerializer(Instant.class, ToStringSerializer.instance)
                  .addDeserializer(Instant.class, new StdDelegatingDeserializer<>(new ToInstant())))
          .build();

  private JsonLine() {}

  /** Returns the line of a record. */
  public static String of(Object message) {
    try {
      return JSON.writeValueAsString(message);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /**
   * Parses a line.
   *
   * @throws IllegalArgumentException if it is not a message of this type
   */
  public static <T> T parse(String line, Class<T> type) {
    try {
      return JSON.readValue(line, type);
    } catch (JsonProcessingException e) {
      // Without the cause, which quotes the line: it may contain passwords.
      throw new IllegalArgumentException(
          "no " + type.getSimpleName() + " in a line between processes");
    }
  }

  private static final class ToInstant extends StdConverter<String, Instant> {
    @Override
    public Instant convert(String text) {
      return Instant.parse(text);
    }
  }
}
