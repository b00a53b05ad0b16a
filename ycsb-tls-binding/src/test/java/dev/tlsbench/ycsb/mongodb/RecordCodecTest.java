package dev.tlsbench.ycsb.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bson.BsonBinaryReader;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;
import org.junit.jupiter.api.Test;
import site.ycsb.ByteIterator;

class RecordCodecTest {
  private final RecordCodec codec = new RecordCodec();

  @Test
  void findsBinaryValuesAndStrings() {
    assertThat(
            read(
                """
                {_id: "user1", field0: {$binary: {base64: "YWJj", subType: "00"}}, field1: "d\u00e9f",
                 empty: {$binary: {base64: "", subType: "00"}}}\
                """))
        .containsExactly(
            Map.entry("field0", "abc"), Map.entry("field1", "d\u00e9f"), Map.entry("empty", ""));
  }

  @Test
  void passesOverEveryOtherType() {
    assertThat(
            read(
                """
                {_id: {$oid: "507f1f77bcf86cd799439011"}, a: 1, b: {$numberLong: "2"}, c: 3.5,
                 d: true, e: null, f: {x: "in here", y: ["and", "here"]}, g: ["there"],
                 h: {$date: 0}, i: {$timestamp: {t: 1, i: 1}}, j: {$numberDecimal: "1.5"},
                 k: {$minKey: 1}, l: {$maxKey: 1}, m: {$code: "f()"}, n: {$symbol: "s"},
                 o: {$code: "f()", $scope: {x: 1}}, q: {$regularExpression: {pattern: "a", options: "i"}},
                 p: {$undefined: true}, last: "z"}\
                """))
        .containsExactly(Map.entry("last", "z"));
  }

  @Test
  void doesNotMixUpTheNamesOfDocumentsThatDiffer() {
    assertThat(read("{_id: 'k', a: 'x', b: 'y'}")).containsOnlyKeys("a", "b");
    assertThat(read("{_id: 'k', b: 'y', a: 'x', c: 'z'}"))
        .containsExactly(Map.entry("b", "y"), Map.entry("a", "x"), Map.entry("c", "z"));
    assertThat(read("{_id: 'k', ab: 'y'}")).containsOnlyKeys("ab");
    assertThat(read("{}")).isEmpty();
  }

  @Test
  void keepsTheValuesOfARecordWhenTheNextOneIsRead() {
    Map<String, ByteIterator> first = iterators("{a: 'first'}");
    iterators("{a: 'other'}");
    assertThat(first).hasToString("{a=first}");
  }

  private Map<String, String> read(String json) {
    Map<String, String> texts = new LinkedHashMap<>();
    iterators(json)
        .forEach(
            (name, value) -> texts.put(name, new String(value.toArray(), StandardCharsets.UTF_8)));
    return texts;
  }

  private Map<String, ByteIterator> iterators(String json) {
    BasicOutputBuffer buffer = new BasicOutputBuffer();
    new BsonDocumentCodec()
        .encode(
            new BsonBinaryWriter(buffer),
            BsonDocument.parse(json),
            EncoderContext.builder().build());
    Map<String, ByteIterator> result = new LinkedHashMap<>();
    codec.readInto(() -> result);
    try (BsonBinaryReader reader = new BsonBinaryReader(buffer.getByteBuffers().get(0).asNIO())) {
      codec.decode(reader, DecoderContext.builder().build());
    }
    return result;
  }
}
