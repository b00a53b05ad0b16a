package dev.tlsbench.report.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedClass;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.jsontype.NamedType;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.BeanSerializerModifier;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The JSON of result files: fields in the order of the records, maps sorted by name, numbers with
 * six significant digits, records marked {@link Inline} on one line each. Equal values give equal
 * bytes. Characters that control a terminal are escaped.
 */
public final class Json {
  private static final int DIGITS = 6;

  private static final ObjectMapper COMPACT = mapper(numbers());
  private static final ObjectMapper FILES = mapper(numbers().setSerializerModifier(new Lines()));

  /** For data that a script displays unchanged, with visible {@link Escapes}. */
  private static final ObjectMapper SHOWN =
      mapper(numbers().addSerializer(String.class, new Text()));

  private Json() {}

  private static SimpleModule numbers() {
    return new SimpleModule()
        .addSerializer(Double.class, new Rounded())
        .addSerializer(Double.TYPE, new Rounded())
        .addDeserializer(Double.TYPE, new NotANumber())
        .addDeserializer(Double.class, new Finite());
  }

  private static ObjectMapper mapper(SimpleModule module) {
    JsonFactory format = new JsonFactory();
    format.setCharacterEscapes(new Escapes.InJson());
    return new ObjectMapper(format)
        .registerModule(module)
        .setAnnotationIntrospector(new SealedTypes())
        .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
        .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
  }

  /** Returns a file's content, in UTF-8. */
  public static byte[] bytes(Object value) {
    DefaultIndenter lines = new DefaultIndenter("  ", "\n");
    DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
    printer.indentObjectsWith(lines);
    printer.indentArraysWith(lines);
    try {
      return (FILES.writer(printer).writeValueAsString(value) + "\n")
          .getBytes(StandardCharsets.UTF_8);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record that is no JSON", e);
    }
  }

  /**
   * Returns JSON on one line, escaped so that it cannot end a {@code <script>} element. Its texts
   * have {@link Escapes}, as a script displays them.
   */
  public static String inScript(Object value) {
    return line(SHOWN, value)
        .replace("<", "\\u003c")
        .replace(">", "\\u003e")
        .replace("&", "\\u0026");
  }

  public static String line(Object value) {
    return line(COMPACT, value);
  }

  private static String line(ObjectMapper mapper, Object value) {
    try {
      return mapper.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record that is no JSON", e);
    }
  }

  /** Returns a number as in files; empty if it is not finite. */
  public static String number(double value) {
    return Double.isFinite(value) ? rounded(value).toPlainString() : "";
  }

  private static BigDecimal rounded(double value) {
    BigDecimal rounded =
        BigDecimal.valueOf(value).round(new MathContext(DIGITS)).stripTrailingZeros();
    return rounded.scale() < 0 ? rounded.setScale(0) : rounded;
  }

  /** Returns the mapper for reading. */
  public static ObjectMapper mapper() {
    return FILES;
  }

  /**
   * Returns a record from a file of its kind. Fields that a file omits are empty.
   *
   * @throws IOException if it is of another kind, or lacks a required field; its message is one
   *     line
   */
  public static <T extends Record> T read(JsonNode content, Class<T> type) throws IOException {
    if (!content.isObject()) {
      throw new IOException("it lacks a part");
    }
    T read;
    try {
      read =
          FILES
              .readerFor(type)
              .without(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
              .readValue(content);
    } catch (IOException e) {
      throw new IOException(String.valueOf(e.getMessage()).split("[\n(]", 2)[0].strip(), e);
    }
    Optional<String> gap = Gaps.first(read);
    if (gap.isPresent()) {
      throw new IOException(gap.get() + " is missing");
    }
    return read;
  }

  /** Returns a record as its file has it: with the digits that are written. */
  public static <T extends Record> T asWritten(T record) {
    try {
      // The class of a record is final.
      @SuppressWarnings("unchecked")
      Class<T> type = (Class<T>) record.getClass();
      return read(FILES.readTree(bytes(record)), type);
    } catch (IOException e) {
      throw new IllegalStateException("a record that cannot be read as it is written", e);
    }
  }

  private static final class Text extends JsonSerializer<String> {
    @Override
    public void serialize(String value, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeString(Escapes.of(value));
    }
  }

  private static final class Rounded extends JsonSerializer<Double> {
    @Override
    public void serialize(Double value, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      if (Double.isFinite(value)) {
        json.writeNumber(rounded(value));
      } else {
        json.writeNull();
      }
    }
  }

  /** Rejects infinity, which JSON cannot express, and numbers that overflow to it. */
  private static class Finite extends JsonDeserializer<Double> {
    @Override
    public Double deserialize(JsonParser json, DeserializationContext context) throws IOException {
      double value = json.getDoubleValue();
      if (!Double.isFinite(value)) {
        // For example 1e999.
        return (Double)
            context.handleWeirdNumberValue(Double.class, value, "a number that is too large");
      }
      return value;
    }
  }

  /** Reads {@code null} as NaN, which JSON cannot express. */
  private static final class NotANumber extends Finite {
    @Override
    public Double getNullValue(DeserializationContext context) {
      return Double.NaN;
    }
  }

  /** Names the kinds of sealed types by their classes, with a small first letter. */
  private static final class SealedTypes extends JacksonAnnotationIntrospector {
    @Override
    public @Nullable List<NamedType> findSubtypes(Annotated type) {
      Class<?>[] kinds = type.getRawType().getPermittedSubclasses();
      return kinds == null
          ? null
          : Arrays.stream(kinds)
              .map(kind -> new NamedType(kind, name(kind.getSimpleName())))
              .toList();
    }

    @Override
    public @Nullable String findTypeName(AnnotatedClass type) {
      Class<?> kind = type.getRawType();
      return Arrays.stream(kind.getInterfaces()).anyMatch(Class::isSealed)
          ? name(kind.getSimpleName())
          : super.findTypeName(type);
    }

    private static String name(String kind) {
      return kind.substring(0, 1).toLowerCase(Locale.ROOT) + kind.substring(1);
    }
  }

  private static final class Lines extends BeanSerializerModifier {
    @Override
    public JsonSerializer<?> modifySerializer(
        SerializationConfig config, BeanDescription type, JsonSerializer<?> usual) {
      return type.getBeanClass().isAnnotationPresent(Inline.class) ? new Compact() : usual;
    }
  }

  private static final class Compact extends JsonSerializer<Object> {
    @Override
    public void serialize(Object value, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeRawValue(COMPACT.writeValueAsString(value));
    }
  }
}
