package dev.tlsbench.ycsb.workload.geo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.InvalidSettingException;
import java.util.Properties;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeoOptionsTest {
  @Test
  void hasDefaults() {
    GeoOptions options = GeoOptions.of(new Properties());

    assertThat(options.table()).isEqualTo("terrain_points");
    assertThat(options.rows()).isEqualTo(200_000);
    assertThat(options.batch()).isEqualTo(10_000);
    assertThat(options.growing().table()).isEqualTo("terrain_points_load");
  }

  @ParameterizedTest
  @CsvSource({"1000, 1000, 1", "1001, 1000, 2", "200000, 10000, 20", "1000, 100000, 1"})
  void makesAllRowsInAsManyBatchesAsItTakes(int rows, int batch, int batches) {
    Properties properties = new Properties();
    properties.setProperty("geo.rows", Integer.toString(rows));
    properties.setProperty("geo.batch", Integer.toString(batch));
    GeoOptions options = GeoOptions.of(properties);

    assertThat(options.batches()).isEqualTo(batches);
    assertThat(IntStream.rangeClosed(1, batches).map(options::batch).sum()).isEqualTo(rows);
    assertThat(options.batch(1)).isEqualTo(Math.min(batch, rows));
  }

  @ParameterizedTest
  @CsvSource({
    "geo.rows, 999",
    "geo.rows, many",
    "geo.batch, 0",
    "geo.batch, 100001",
    "geo.load.limit, 9999",
    "geo.load.limit, -1",
    "geo.table, a; DROP TABLE b",
    "geo.table, ''",
  })
  void refusesWhatItWouldNotKnowWhatToDoWith(String name, String value) {
    Properties properties = new Properties();
    properties.setProperty(name, value);

    assertThatThrownBy(() -> new TerrainReadWorkload().init(properties))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith(name + ": '" + value + "'");
    assertThatThrownBy(() -> new TerrainLoadWorkload().init(properties))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith(name + ": '" + value + "'");
  }
}
