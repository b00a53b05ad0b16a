package dev.tlsbench.core.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.mongodb.MongoUrl;
import dev.tlsbench.core.mysql.MySqlUrl;
import dev.tlsbench.core.url.HostAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostNameTest {
  @ParameterizedTest
  @CsvSource({
    "bücher.example, xn--bcher-kva.example",
    "BÜCHER.example., xn--bcher-kva.example.",
    "*.bücher.example, *.xn--bcher-kva.example",
    "例え.jp, xn--r8jz45g.jp",
    "xn--bcher-kva.example, xn--bcher-kva.example",
    "my_db, my_db",
    "My.Db., My.Db.",
    "::1, ::1",
  })
  void encodesLettersThatTheDnsDoesNotHave(String host, String ascii) {
    assertThat(HostName.toAscii("--host", host)).isEqualTo(ascii);
  }

  @ParameterizedTest
  @ValueSource(strings = {"straße.example", "b\uFFFD\uFFFDcher.example", "ü..example", "a\u200Dü"})
  void refusesInOneLineWhatHasNoOrTwoEncodings(String host) {
    assertThatThrownBy(() -> HostName.toAscii("--host", host))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("--host: ")
        .hasMessageContaining("xn--");
  }

  @Test
  void readsSuchHostsInUrls() {
    assertThat(MongoUrl.parse("mongodb://joe:s3cret@bücher.example:27018,localhost/x").hosts())
        .containsExactlyInAnyOrder(
            new HostAddress("xn--bcher-kva.example", 27018), new HostAddress("localhost", 27017));
    assertThat(MongoUrl.parse("mongodb+srv://bücher.db.example/x").hosts())
        .containsExactly(new HostAddress("xn--bcher-kva.db.example", 0));
    for (String url :
        new String[] {
          "mysql://joe:s3cret@bücher.example/x",
          "jdbc:mysql://joe:s3cret@bücher.example:3306/x",
          "jdbc:mysql://address=(host=bücher.example)(port=3306)/x",
          "mysql://b%C3%BCcher.example/x"
        }) {
      assertThat(MySqlUrl.parse(url + "?ssl-mode=DISABLED").hosts())
          .as(url)
          .containsExactly(new HostAddress("xn--bcher-kva.example", 3306));
    }
    assertThatThrownBy(() -> MySqlUrl.parse("mysql://joe:s3cret@straße.example/x"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("the MySQL URL: the host has a letter")
        .hasMessageNotContaining("s3cret");
  }
}
