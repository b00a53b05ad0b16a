package dev.tlsbench.ycsb.workload.tpcc;

import java.util.Locale;

/** The nine tables of clause 1.3. */
enum TpccTable {
  WAREHOUSE,
  DISTRICT,
  CUSTOMER,
  HISTORY,
  NEW_ORDER,
  ORDERS,
  ORDER_LINE,
  ITEM,
  STOCK;

  String name(String prefix) {
    return prefix + name().toLowerCase(Locale.ROOT);
  }
}
