package dev.tlsbench.ycsb.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.ReadConcern;
import com.mongodb.WriteConcern;
import dev.tlsbench.ycsb.session.FieldValues;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import site.ycsb.StringByteIterator;

class CommandsTest {
  private final Commands commands = new Commands(ReadConcern.DEFAULT, WriteConcern.ACKNOWLEDGED);

  @Test
  void findsOneRecordInOneReply() {
    assertThat(commands.find("t", "k", null))
        .isEqualTo(json("{find: 't', filter: {_id: 'k'}, limit: 1, singleBatch: true}"));
  }

  @Test
  void wantsSomeFieldsOnlyWhenAsked() {
    BsonDocument all = json("{find: 't', filter: {_id: 'k'}, limit: 1, singleBatch: true}");
    assertThat(commands.find("t", "k", Set.of("a")).getDocument("projection"))
        .isEqualTo(json("{a: 1}"));
    assertThat(commands.find("t", "k", Set.of("b")).getDocument("projection"))
        .isEqualTo(json("{b: 1}"));
    assertThat(commands.find("t", "k", null)).isEqualTo(all);
  }

  @Test
  void setsTheFieldsOfThisUpdateAndNoneOfTheLast() {
    commands.update("other", "other", values(Map.of("gone", "x")));
    assertThat(commands.update("t", "k", values(Map.of("a", "x"))))
        .isEqualTo(
            json(
                "{update: 't', updates: [{q: {_id: 'k'},"
                    + " u: {$set: {a: {$binary: {base64: 'eA==', subType: '00'}}}}}]}"));
  }

  /** Servers treat the first name as that of the command. */
  @Test
  void keepsTheNameOfTheCommandInFront() {
    commands.find("t", "k", Set.of("a"));
    assertThat(commands.find("u", "l", Set.of("b")).getFirstKey()).isEqualTo("find");
    assertThat(commands.update("u", "l", values(Map.of())).getFirstKey()).isEqualTo("update");
  }

  @Test
  void carriesConcernsThatAreNotTheServersDefault() {
    Commands strict = new Commands(ReadConcern.MAJORITY, WriteConcern.MAJORITY.withJournal(true));
    assertThat(strict.find("t", "k", null).getDocument("readConcern"))
        .isEqualTo(json("{level: 'majority'}"));
    assertThat(strict.update("t", "k", values(Map.of())).getDocument("writeConcern"))
        .isEqualTo(json("{w: 'majority', j: true}"));
  }

  private static FieldValues values(Map<String, String> texts) {
    return FieldValues.of(StringByteIterator.getByteIteratorMap(texts));
  }

  private static BsonDocument json(String json) {
    return BsonDocument.parse(json);
  }
}
