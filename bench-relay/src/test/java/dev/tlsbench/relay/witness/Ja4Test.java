package dev.tlsbench.relay.witness;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The published examples of FoxIO's specification. */
class Ja4Test {
  private static final List<Integer> SUITES =
      codes("1301,1302,1303,c02b,c02f,c02c,c030,cca9,cca8,c013,c014,009c,009d,002f,0035");
  private static final List<Integer> EXTENSIONS =
      codes("001b,0000,0033,0010,4469,0017,002d,000d,0005,0023,0012,002b,ff01,000b,000a,0015");
  private static final List<Integer> SIGNATURES = codes("0403,0804,0401,0503,0805,0501,0806,0601");

  private static List<Integer> codes(String list) {
    return Arrays.stream(list.split(",")).map(HexFormat::fromHexDigits).toList();
  }

  private static String of(List<Integer> signatures, String protocol) {
    String first = new String(HexFormat.of().parseHex(protocol), StandardCharsets.ISO_8859_1);
    return new Ja4(0x0304, true, SUITES, EXTENSIONS, signatures, first).text();
  }

  @Test
  void isThatOfThePublishedExample() {
    assertThat(of(SIGNATURES, "6832")).isEqualTo("t13d1516h2_8daaf6152771_e5627efa2ab1");
    assertThat(of(List.of(), "6832")).endsWith("_6d807ffa2a79");
  }

  @ParameterizedTest
  @CsvSource({
    "687474702f312e31, h1",
    "ab, ab",
    "20, 20",
    "abcd, ad",
    "2061, 21",
    "30ab, 3b",
    "6120, 60",
    "3031abcd, 3d",
    "30abcd31, 01",
    "61, aa",
    "'', 00"
  })
  void hasTheEndsOfTheFirstApplicationProtocol(String protocol, String ends) {
    assertThat(of(SIGNATURES, protocol)).startsWith("t13d1516" + ends + "_");
  }

  @Test
  void writesZerosWhereThereIsNothingToHash() {
    assertThat(new Ja4(0x0301, false, List.of(), List.of(0, 16), List.of(), "").text())
        .isEqualTo("t10i000200_000000000000_000000000000");
  }

  /** GREASE values are in each list, and the version on the record is older. */
  @Test
  void readsAClientHello() {
    ByteBuffer extensions = ByteBuffer.allocate(1024);
    extension(extensions, 0x0a0a, "");
    for (int type : EXTENSIONS) {
      extension(
          extensions,
          type,
          switch (type) {
            case 0x0000 -> "0006000003782e79";
            case 0x0010 -> "000302" + "6832";
            case 0x000d -> "0012" + "2a2a" + "04030804040105030805050108060601";
            case 0x002b -> "06" + "1a1a" + "0304" + "0303";
            case 0x000a -> "0004" + "3a3a" + "001d";
            case 0x0033 -> "0005" + "001d" + "0001" + "00";
            default -> "";
          });
    }
    ByteBuffer hello = ByteBuffer.allocate(2048);
    hello.putShort((short) 0x0303).put(new byte[32]).put((byte) 0);
    hello.putShort((short) (2 * SUITES.size() + 2)).putShort((short) 0x4a4a);
    SUITES.forEach(code -> hello.putShort(code.shortValue()));
    hello.put((byte) 1).put((byte) 0);
    hello.putShort((short) extensions.position()).put(extensions.flip());
    ClientOffer offer =
        requireNonNull(ClientOffer.parse(Arrays.copyOf(hello.array(), hello.position())));

    assertThat(offer.ja4()).isEqualTo("t13d1516h2_8daaf6152771_e5627efa2ab1");
    // The padding depends on the lengths of the others.
    assertThat(offer.program()).startsWith("t13d1515h2_8daaf6152771_");
  }

  private static void extension(ByteBuffer to, int type, String content) {
    byte[] bytes = HexFormat.of().parseHex(content);
    to.putShort((short) type).putShort((short) bytes.length).put(bytes);
  }
}
