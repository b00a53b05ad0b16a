package dev.tlsbench.core.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.database.Dialer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoginWatchTest {
  private static final byte[] START_UP = hex("00000010 00030000 7573657200 6a00 00");
  private static final byte[] OK = hex("52 00000008 00000000");

  private final List<String> heard = new ArrayList<>();
  private final LoginWatch watch =
      new LoginWatch(
          new Dialer() {
            @Override
            public void answered() {
              heard.add("answered");
            }

            @Override
            public void loggedIn() {
              heard.add("logged in");
            }
          });

  private static byte[] hex(String text) {
    return HexFormat.of().parseHex(text.replace(" ", ""));
  }

  private void client(byte[] bytes) throws IOException {
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    try (OutputStream out = watch.output(sent)) {
      // In two writes, as a driver's buffer may cut a message anywhere.
      out.write(bytes, 0, bytes.length / 2);
      out.write(bytes, bytes.length / 2, bytes.length - bytes.length / 2);
    }
    assertThat(sent.toByteArray()).isEqualTo(bytes);
  }

  private void server(byte[] bytes) throws IOException {
    try (InputStream in = watch.input(new ByteArrayInputStream(bytes))) {
      assertThat(in.read() & 0xFF).isEqualTo(bytes[0] & 0xFF);
      assertThat(in.readAllBytes()).hasSize(bytes.length - 1);
    }
  }

  @Test
  void readsTheMechanismThatTheClientChose() throws IOException {
    client(START_UP);
    server(hex("52 00000017 0000000a 534352414d2d5348412d32353600 00"));
    assertThat(watch.asked()).isEqualTo("SASL");
    client(hex("70 0000001b 534352414d2d5348412d3235362d504c555300 00000000"));
    assertThat(watch.asked()).isEqualTo("SCRAM-SHA-256-PLUS");
    assertThat(watch.accepted()).isEmpty();
    server(hex("52 0000000a 0000000b 7878"));
    client(hex("70 00000006 7878"));
    server(hex("52 0000000a 0000000c 7878"));
    server(OK);
    server(hex("52 00000008 00000003"));

    assertThat(heard).containsExactly("answered", "logged in");
    assertThat(watch.accepted()).isEqualTo("SCRAM-SHA-256-PLUS");
    assertThat(watch.asked()).isEmpty();
  }

  @Test
  void namesOtherWays() throws IOException {
    client(START_UP);
    server(OK);

    assertThat(heard).containsExactly("answered", "logged in");
    assertThat(watch.accepted()).isEqualTo("trust");
  }

  @Test
  void seesNoMechanismInAPassword() throws IOException {
    client(START_UP);
    server(hex("52 0000000c 00000005 01020304"));
    client(hex("70 00000009 6d64350000"));
    assertThat(watch.asked()).isEqualTo("md5");
    server(OK);

    assertThat(watch.accepted()).isEqualTo("md5");
  }

  @Test
  void endsWithARefusal() throws IOException {
    client(START_UP);
    server(hex("45 00000006 5300"));
    server(OK);

    assertThat(heard).containsExactly("answered");
    assertThat(watch.accepted()).isEmpty();
  }
}
