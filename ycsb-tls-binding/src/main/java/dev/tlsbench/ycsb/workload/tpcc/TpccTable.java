package dev.tlsbench.ycsb.workload.tpcc;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The nine tables of clause 1.3, with primary keys and the two indexes that the transactions need.
 * No foreign key is declared.
 */
enum TpccTable {
  WAREHOUSE(
      "w_id INTEGER NOT NULL, w_name VARCHAR(10), w_street_1 VARCHAR(20), w_street_2 VARCHAR(20),"
          + " w_city VARCHAR(20), w_state CHAR(2), w_zip CHAR(9), w_tax DECIMAL(4,4),"
          + " w_ytd DECIMAL(12,2), PRIMARY KEY (w_id)"),
  DISTRICT(
      "d_id INTEGER NOT NULL, d_w_id INTEGER NOT NULL, d_name VARCHAR(10), d_street_1 VARCHAR(20),"
          + " d_street_2 VARCHAR(20), d_city VARCHAR(20), d_state CHAR(2), d_zip CHAR(9),"
          + " d_tax DECIMAL(4,4), d_ytd DECIMAL(12,2), d_next_o_id INTEGER,"
          + " PRIMARY KEY (d_w_id, d_id)"),
  CUSTOMER(
      "c_id INTEGER NOT NULL, c_d_id INTEGER NOT NULL, c_w_id INTEGER NOT NULL,"
          + " c_first VARCHAR(16), c_middle CHAR(2), c_last VARCHAR(16), c_street_1 VARCHAR(20),"
          + " c_street_2 VARCHAR(20), c_city VARCHAR(20), c_state CHAR(2), c_zip CHAR(9),"
          + " c_phone CHAR(16), c_since TIMESTAMP NULL, c_credit CHAR(2),"
          + " c_credit_lim DECIMAL(12,2), c_discount DECIMAL(4,4), c_balance DECIMAL(12,2),"
          + " c_ytd_payment DECIMAL(12,2), c_payment_cnt INTEGER, c_delivery_cnt INTEGER,"
          + " c_data VARCHAR(500), PRIMARY KEY (c_w_id, c_d_id, c_id)"),
  HISTORY(
      "h_c_id INTEGER NOT NULL, h_c_d_id INTEGER NOT NULL, h_c_w_id INTEGER NOT NULL,"
          + " h_d_id INTEGER NOT NULL, h_w_id INTEGER NOT NULL, h_date TIMESTAMP NULL,"
          + " h_amount DECIMAL(6,2), h_data VARCHAR(24)"),
  NEW_ORDER(
      "no_o_id INTEGER NOT NULL, no_d_id INTEGER NOT NULL, no_w_id INTEGER NOT NULL,"
          + " PRIMARY KEY (no_w_id, no_d_id, no_o_id)"),
  /** Named in the plural, since {@code ORDER} is a word of SQL. */
  ORDERS(
      "o_id INTEGER NOT NULL, o_d_id INTEGER NOT NULL, o_w_id INTEGER NOT NULL, o_c_id INTEGER,"
          + " o_entry_d TIMESTAMP NULL, o_carrier_id INTEGER, o_ol_cnt INTEGER,"
          + " o_all_local INTEGER, PRIMARY KEY (o_w_id, o_d_id, o_id)"),
  ORDER_LINE(
      "ol_o_id INTEGER NOT NULL, ol_d_id INTEGER NOT NULL, ol_w_id INTEGER NOT NULL,"
          + " ol_number INTEGER NOT NULL, ol_i_id INTEGER NOT NULL, ol_supply_w_id INTEGER,"
          + " ol_delivery_d TIMESTAMP NULL, ol_quantity INTEGER, ol_amount DECIMAL(6,2),"
          + " ol_dist_info CHAR(24), PRIMARY KEY (ol_w_id, ol_d_id, ol_o_id, ol_number)"),
  ITEM(
      "i_id INTEGER NOT NULL, i_im_id INTEGER, i_name VARCHAR(24), i_price DECIMAL(5,2),"
          + " i_data VARCHAR(50), PRIMARY KEY (i_id)"),
  STOCK(
      "s_i_id INTEGER NOT NULL, s_w_id INTEGER NOT NULL, s_quantity INTEGER, "
          + districts(" CHAR(24)")
          + ", s_ytd INTEGER, s_order_cnt INTEGER, s_remote_cnt INTEGER, s_data VARCHAR(50),"
          + " PRIMARY KEY (s_w_id, s_i_id)");

  /** The indexes besides the primary keys, created after the load; {@code #} is the prefix. */
  static final List<String> INDEXES =
      List.of(
          "CREATE INDEX #customer_name ON #customer (c_w_id, c_d_id, c_last, c_first)",
          "CREATE INDEX #orders_customer ON #orders (o_w_id, o_d_id, o_c_id, o_id)");

  private final String columns;

  TpccTable(String columns) {
    this.columns = columns;
  }

  /** Returns the columns in parentheses. */
  String columns() {
    return "(" + columns + ")";
  }

  String name(String prefix) {
    return prefix + name().toLowerCase(Locale.ROOT);
  }

  /** Returns the columns {@code s_dist_01} to {@code s_dist_10}, each with an end. */
  static String districts(String end) {
    return IntStream.rangeClosed(1, TpccOptions.DISTRICTS)
        .mapToObj(district -> String.format(Locale.ROOT, "s_dist_%02d%s", district, end))
        .collect(Collectors.joining(", "));
  }
}
