package dev.tlsbench.ycsb.workload.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TpccRandomTest {
  private static final int DRAWS = 200_000;

  /** The distribution is compared with that of all pairs of the two uniform numbers. */
  @ParameterizedTest
  @CsvSource({"255, 0, 999, 223", "1023, 1, 3000, 259", "255, 0, 99, 7", "8191, 1, 10000, 7911"})
  void drawsTheNonUniformNumbersOfClause216(int a, int low, int high, int c) {
    int size = high - low + 1;
    double[] balance = new double[size];
    for (int one = 0; one <= a; one++) {
      for (int other = low; other <= high; other++) {
        balance[((one | other) + c) % size] += 1.0 / (a + 1) / size;
      }
    }
    for (int draw = 0; draw < DRAWS; draw++) {
      int drawn = TpccRandom.nonUniform(a, low, high, c);
      assertThat(drawn).isBetween(low, high);
      balance[drawn - low] -= 1.0 / DRAWS;
    }

    double sum = 0;
    double greatest = 0;
    for (double difference : balance) {
      sum += difference;
      greatest = Math.max(greatest, Math.abs(sum));
    }
    // Kolmogorov and Smirnov's statistic: above this once in a million.
    assertThat(greatest).isLessThan(2.69 / Math.sqrt(DRAWS));
  }

  @Test
  void choosesTheConstantOfARunByTheRuleOfClause2161() {
    int ofLoad = TpccRandom.ofLoad().lastNameC();
    Set<Integer> differences = new HashSet<>();
    for (int i = 0; i < 10_000; i++) {
      TpccRandom run = TpccRandom.ofRun();
      assertThat(run.lastNameC()).isBetween(0, 255);
      assertThat(run.customerC()).isBetween(0, 1023);
      assertThat(run.itemC()).isBetween(0, 8191);
      differences.add(Math.abs(run.lastNameC() - ofLoad));
    }

    assertThat(differences)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.rangeClosed(65, 119)
                .filter(delta -> delta != 96 && delta != 112)
                .boxed()
                .toList());
  }

  @Test
  void makesLastNamesOfSyllables() {
    assertThat(TpccRandom.lastName(0)).isEqualTo("BARBARBAR");
    assertThat(TpccRandom.lastName(371)).isEqualTo("PRICALLYOUGHT");
    assertThat(TpccRandom.lastName(999)).isEqualTo("EINGEINGEING");
  }

  @ParameterizedTest
  @CsvSource({
    "a8:16, '''[A-Za-z0-9]{8,16}'''",
    "u1:10, '10|[1-9]'",
    "m100:999, '[1-9][.][0-9]{2}'",
    "f0:2000, '0[.][012][0-9]{3}'",
    "l2, '''[A-Z]{2}'''",
    "n16, '''[0-9]{16}'''",
    "zip, '''[0-9]{4}11111'''",
    "data, '''[A-Za-z0-9]{26,50}'''",
    "-10.00, '-10[.]00'",
  })
  void makesValues(String kind, String pattern) {
    for (int i = 0; i < 500; i++) {
      assertThat(TpccRandom.value(kind)).matches(pattern);
    }
  }

  @Test
  void marksATenthOfTheDataAsOriginal() {
    long marked =
        IntStream.range(0, 20_000)
            .filter(i -> TpccRandom.value("data").contains("ORIGINAL"))
            .count();

    // Five standard deviations.
    assertThat(marked).isBetween(1_788L, 2_212L);
  }

  @Test
  void drawsEachOtherWarehouseButNotTheOwn() {
    Properties properties = new Properties();
    properties.setProperty("tpcc.warehouses", "4");
    TpccOptions four = TpccOptions.of(properties);

    assertThat(IntStream.range(0, 500).map(i -> TpccRandom.otherWarehouse(2, four)).distinct())
        .containsExactlyInAnyOrder(1, 3, 4);
    assertThat(TpccRandom.otherWarehouse(1, TpccOptions.of(new Properties()))).isEqualTo(1);
  }

  @Test
  void drawsTheMixOfClause523() {
    Map<TpccTransaction, Integer> counts = new EnumMap<>(TpccTransaction.class);
    for (int i = 0; i < DRAWS; i++) {
      counts.merge(TpccTransaction.draw(), 1, Integer::sum);
    }

    // Five standard deviations of the largest share.
    assertThat(counts.get(TpccTransaction.NEW_ORDER)).isBetween(88_888, 91_112);
    assertThat(counts.get(TpccTransaction.PAYMENT)).isBetween(84_888, 87_112);
    assertThat(counts.get(TpccTransaction.ORDER_STATUS)).isBetween(7_562, 8_438);
    assertThat(counts.get(TpccTransaction.DELIVERY)).isBetween(7_562, 8_438);
    assertThat(counts.get(TpccTransaction.STOCK_LEVEL)).isBetween(7_562, 8_438);
  }

  @Test
  void limitsThinkTimesToTenMeans() {
    assertThat(TpccTransaction.NEW_ORDER.thinkNanos(0)).isZero();
    assertThat(TpccTransaction.NEW_ORDER.thinkNanos(1 - Math.exp(-1)))
        .isBetween(11_999_999_000L, 12_000_001_000L);
    assertThat(TpccTransaction.NEW_ORDER.thinkNanos(Math.nextDown(1.0)))
        .isEqualTo(120_000_000_000L);
  }
}
