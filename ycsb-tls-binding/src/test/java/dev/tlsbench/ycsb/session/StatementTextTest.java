package dev.tlsbench.ycsb.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatementTextTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "SELECT a1 FROM t2 WHERE b = 'it''s' AND c=1.5e3|SELECT a1 FROM t2 WHERE b = ? AND c=?",
        "SELECT '' , 'x'|SELECT ? , ?",
        "SELECT $1, $$secret$$, $t$sec$ret$t$, x|SELECT $1, ?, ?, x",
        "SELECT a -- secret|SELECT a",
        "SELECT a /* secret */ FROM b|SELECT a  FROM b",
        "SELECT \"Secret\"::text|SELECT ?::text",
        "{\"find\": \"c\", \"filter\": {\"_id\": \"?\", \"n\": 5}}|{\"find\": ?, \"filter\": {\"_id\": ?, \"n\": ?}}",
        "{a: /secret/}|{a: ?}",
        "SELECT `a` FROM b|SELECT `a` FROM b"
      })
  void showsNoLiteral(String text, String shown) {
    assertThat(StatementText.shown(text)).isEqualTo(shown);
  }

  /** In MySQL the string goes on behind the backslash and the quote, in PostgreSQL it does not. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 'it\\'s secret'",
        "SELECT 'C:\\' , 'secret'",
        "SELECT 'secret",
        "SELECT 1 # it's\n, 'secret'",
        "{\"a\": \"x\\\"secret\"}"
      })
  void hidesWhatMayBeALiteral(String text) {
    assertThat(StatementText.shown(text)).doesNotContain("secret");
    assertThat(StatementText.hide("near 'secret' at line 1", text, List.of()))
        .isEqualTo("near '?' at line 1");
  }

  @Test
  void hidesLiteralsAndValuesInMessages() {
    String text = "SELECT a FROM t WHERE b = 'hunter2secret' AND c = 1 AND d = 'ab' AND e = 12345";

    assertThat(StatementText.hide("near 'hunter2sec' at line 1", text, List.of()))
        .isEqualTo("near '?' at line 1");
    assertThat(StatementText.hide("about ab, \"12345\" of bob: 77", text, List.of("bob", 77L)))
        .isEqualTo("about ?, \"?\" of ?: 77");
  }

  @ParameterizedTest
  @ValueSource(strings = {"UPDATE t", "/* SELECT */ DELETE FROM t", "SELECT 1; DROP TABLE t", ""})
  void refusesWhatDoesNotRead(String text) {
    assertThatThrownBy(() -> StatementText.requireReading(text, Set.of("SELECT")))
        .message()
        .containsAnyOf("may write", "there is a ';' in it");
  }

  @ParameterizedTest
  @ValueSource(strings = {"select 1", "((SELECT ';'))", "-- a\n/* b */ SELECT ? -- c;"})
  void acceptsWhatReads(String text) {
    StatementText.requireReading(text, Set.of("SELECT"));
  }
}
