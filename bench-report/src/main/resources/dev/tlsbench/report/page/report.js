'use strict';
/*
 * Draws the charts of a report from the numbers in #data: for each figure of the page, in their
 * order, the views among which its reader chooses. Every number is in a table of the page too, so
 * nothing is lost where this does not run.
 */
(() => {
  const charts = JSON.parse(document.getElementById('data').textContent);
  const narrow = matchMedia('(max-width: 40rem)');
  const NBSP = '\u00a0';
  const MARKS = ['circle', 'rect', 'triangle', 'rectRot', 'star'];
  const DASHES = [[], [8, 4], [2, 3], [10, 3, 2, 3]];
  const COLORS = 8;
  const PARTS = 6;
  let printing = false;

  // ---- colours and words ------------------------------------------------------------------

  const color = (name) => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
  const clear = (hex, part) => hex + Math.round(part * 255).toString(16).padStart(2, '0');

  const fixed = (value, decimals) => value.toFixed(decimals).replace('-', '−');
  const change = (ratio, decimals) =>
    (ratio > 1 ? '+' : '') + fixed((ratio - 1) * 100, decimals) + NBSP + '%';
  const digits3 = (value) => (value >= 1000
    ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3))));

  /** Numbers of axes and of what a pointer shows, by their unit. */
  const UNITS = Object.fromEntries(Object.entries({
    micros: (v) => (v > 0 && v < 1 ? digits3(v * 1e3) + NBSP + 'ns'
      : v < 1e3 ? digits3(v) + NBSP + 'µs'
      : v < 1e6 ? digits3(v / 1e3) + NBSP + 'ms' : digits3(v / 1e6) + NBSP + 's'),
    seconds: (v) => digits3(v) + NBSP + 's',
    perSecond: digits3,
    megabytesPerSecond: (v) => digits3(v) + NBSP + 'MB/s',
    percent: (v) => digits3(v) + NBSP + '%',
    bytes: (v) => (v < 2 ** 10 ? Math.round(v) + NBSP + 'B'
      : v < 2 ** 20 ? digits3(v / 2 ** 10) + NBSP + 'KiB'
      : v < 2 ** 30 ? digits3(v / 2 ** 20) + NBSP + 'MiB' : digits3(v / 2 ** 30) + NBSP + 'GiB'),
    number: digits3,
  }).map(([unit, text]) => [unit, (v) => (v < 0 ? '−' + text(-v) : text(v))]));

  /** How numbers of an axis are written; ratios with as many digits as their range needs. */
  function writing(unit, low, high) {
    if (unit !== 'ratio') return { axis: UNITS[unit], exact: UNITS[unit] };
    const decimals = high - low < .02 ? 2 : high - low < .1 ? 1 : 0;
    return { axis: (v) => change(v, decimals), exact: (v) => change(v, Math.max(1, decimals + 1)) };
  }

  /** Colour, mark and dashes of what is shown, the same in all charts. */
  const colorOf = (look) => color(look.kind === 'variant' ? 'c' + look.number % COLORS : look.kind);
  const markOf = (look) => (look.kind === 'variant' ? MARKS[look.number % MARKS.length] : 'circle');
  const dashOf = (look) => (look.kind === 'control' ? [3, 4]
    : look.kind === 'baseline' ? [] : DASHES[Math.floor(look.number / COLORS) % DASHES.length]);

  // ---- what the charts share --------------------------------------------------------------

  function options(more) {
    const grid = { color: color('line'), drawTicks: false };
    const axis = (own, upright) => ({
      grid, border: { display: false },
      ...own,
      ticks: { color: color('soft'), padding: 8, maxRotation: 0, ...(own?.ticks) },
      title: { display: Boolean(own?.name), text: wrapped(own?.name ?? '', upright ? 24 : narrow.matches ? 30 : 90), color: color('soft') },
    });
    return {
      animation: false, responsive: true, maintainAspectRatio: false,
      ...more,
      scales: Object.fromEntries(Object.entries(more.scales).map(([id, own]) => [id, axis(own, id === 'y')])),
      plugins: {
        ...more.plugins,
        legend: more.plugins?.legend === false ? { display: false } : {
          position: 'top', align: 'start',
          labels: { color: color('ink'), usePointStyle: true, boxHeight: 7, boxWidth: 24, padding: 14 },
        },
        tooltip: {
          backgroundColor: color('ink'), titleColor: color('card'), bodyColor: color('card'),
          footerColor: color('card'), padding: 10, cornerRadius: 8, usePointStyle: true,
          ...(more.plugins?.tooltip),
        },
      },
    };
  }

  /** A name in a legend, which has one line for it. */
  function legend(name) {
    const most = narrow.matches ? 30 : 80;
    return name.length > most ? name.slice(0, most - 1) + '…' : name;
  }

  /** Text that wraps where a phone has no room for it. */
  function wrapped(text, width = narrow.matches ? 18 : 34) {
    const lines = [''];
    const short = text.split(' ').flatMap((word) => word.match(new RegExp(`.{1,${width}}`, 'gu')) ?? []);
    for (const word of short) {
      const last = lines[lines.length - 1];
      if (last && (last + ' ' + word).length > width) lines.push(word);
      else lines[lines.length - 1] = last ? last + ' ' + word : word;
    }
    return lines;
  }

  /** Returns the labels of rows, for which it makes room. */
  function labelled(figure, texts) {
    const labels = texts.map((text) => wrapped(text));
    const lines = Math.max(...labels.map(({ length }) => length));
    figure.querySelector('.plot').style.height = `${Math.max(8, 5 + texts.length * Math.max(2.4, .95 * lines + .5))}rem`;
    return labels;
  }

  /** One of these is so many times larger than most that the others cannot be told apart on a linear axis. */
  function flattens(values, times) {
    const sorted = [...values].sort((a, b) => a - b);
    return sorted.length > 2 && sorted[0] > 0 && sorted.at(-1) > times * sorted[sorted.length >> 1];
  }

  /**
   * The ends of an axis that shows all values, and their intervals unless those are so wide that
   * they would hide the values; what is wider ends in an arrow.
   */
  function range(figures, zero) {
    const values = [...figures.map(({ value }) => value), ...zero];
    const low = Math.min(...values);
    const high = Math.max(...values);
    const widths = figures.map((f) => f.high - f.low).sort((a, b) => a - b);
    // An interval of a ratio that is wider than 100 % says nothing, however many are.
    const most = zero.includes(1) ? 1 : Infinity;
    const reach = 2 * Math.max(high - low, Math.min(most, widths[(widths.length - 1) >> 1] ?? 0));
    return {
      low: Math.max(Math.min(low, ...figures.map((f) => f.low)), low - reach),
      high: Math.min(Math.max(high, ...figures.map((f) => f.high)), high + reach),
    };
  }

  /** An axis over a range: with a margin, or logarithmic if one value would flatten the others. */
  function span(figures, ratio, name, short) {
    const log = flattens(figures.map(({ value }) => value), ratio ? 4 : 8);
    const { low, high } = range(figures, log ? [] : [ratio ? 1 : 0]);
    const margin = Math.max(ratio ? .002 : 0, (high - low) * .06);
    if (!log) return { name, min: low < 0 ? low - margin : ratio ? Math.max(0, low - margin) : 0, max: high + margin, ticks: { callback: short } };
    const least = Math.min(...figures.map(({ value }) => value));
    return {
      type: 'logarithmic', name: `${name} (logarithmic axis)`, min: Math.max(low, least / 4) / 1.25, max: high * 1.25,
      ticks: { callback: (v) => (ROUND.includes(firstDigits(v)) ? short(v) : null), autoSkip: false },
    };
  }
  const ROUND = [1, 2, 5];
  const firstDigits = (v) => Math.round(10 * v / 10 ** Math.floor(Math.log10(v) + 1e-9)) / 10;

  /** The place of an end of an interval, and whether the axis shows it. */
  function end(axis, value) {
    const inside = Math.min(Math.max(value, axis.min), axis.max);
    return { at: axis.getPixelForValue(inside), cut: inside !== value };
  }

  /** Adds a list to choose from; returns a function that returns the choice. */
  function chooser(controls, label, choices, redraw) {
    if (choices.length < 2) return () => choices[0]?.value;
    const select = document.createElement('select');
    for (const { label: text, value } of choices) select.append(new Option(text, value));
    select.addEventListener('change', redraw);
    const element = document.createElement('label');
    element.append(label, select);
    controls.append(element);
    return () => select.value;
  }

  // ---- estimates with their intervals -----------------------------------------------------

  /** Whisker: 99 %; bar: 95 %; dot: the estimate; dotted line: no difference; band: a control. */
  const intervals = {
    id: 'intervals',
    beforeDatasetsDraw(chart, args, { rows, ratio }) {
      if (!ratio) return;
      const { ctx, chartArea: area, scales: { x } } = chart;
      ctx.save();
      for (const row of rows.filter(({ look }) => look.kind === 'control')) {
        ctx.fillStyle = clear(color('control'), .14);
        const from = end(x, row.low95).at;
        ctx.fillRect(from, area.top, end(x, row.high95).at - from, area.bottom - area.top);
      }
      const one = end(x, 1);
      if (!one.cut) {
        ctx.strokeStyle = color('soft');
        ctx.setLineDash([2, 3]);
        ctx.beginPath();
        ctx.moveTo(one.at, area.top);
        ctx.lineTo(one.at, area.bottom);
        ctx.stroke();
      }
      ctx.restore();
    },
    afterDatasetsDraw(chart, args, { rows }) {
      const { ctx, scales: { x, y } } = chart;
      ctx.save();
      rows.forEach((row, i) => {
        const middle = y.getPixelForValue(i);
        const ends = [end(x, row.low95), end(x, row.high95)];
        ctx.strokeStyle = ctx.fillStyle = colorOf(row.look);
        ctx.lineWidth = 1.5;
        ctx.beginPath();
        ctx.moveTo(ends[0].at, middle);
        ctx.lineTo(ends[1].at, middle);
        ends.forEach(({ at, cut }, side) => {
          if (!cut) return;
          const back = side ? -7 : 7;
          ctx.moveTo(at + back, middle - 5);
          ctx.lineTo(at, middle);
          ctx.lineTo(at + back, middle + 5);
        });
        ctx.stroke();
        ctx.beginPath();
        ctx.arc(x.getPixelForValue(row.value), middle, 5.5, 0, 2 * Math.PI);
        ctx.fill();
        ctx.strokeStyle = color('card');
        ctx.lineWidth = 2;
        ctx.stroke();
      });
      ctx.restore();
    },
  };

  function intervalChart({ rows: all, axis, unit }, figure) {
    const ratio = unit === 'ratio';
    const rows = all.map((row) => ({ ...row.figure, look: row.look }));
    const shown = rows.map((row) => ({
      value: row.value, low: row.low95, high: row.high95,
    }));
    const { low, high } = range(shown, [ratio ? 1 : 0]);
    const { axis: short, exact } = writing(unit, low, high);
    const x = span(shown, ratio, axis, short);
    x.ticks.maxTicksLimit = narrow.matches ? 4 : 9;
    x.ticks.includeBounds = false;
    return {
      type: 'bar',
      data: {
        labels: labelled(figure, rows.map(({ look }) => look.name)),
        datasets: [{
          data: rows.map((row) => [row.low95, row.high95].map((v) => Math.min(Math.max(v, x.min), x.max))),
          backgroundColor: rows.map((row) => clear(colorOf(row.look), .32)),
          barThickness: 14, borderRadius: 7, borderSkipped: false, minBarLength: 3,
        }],
      },
      options: options({
        indexAxis: 'y',
        scales: {
          x,
          y: { grid: { display: false }, ticks: { color: color('ink'), autoSkip: false } },
        },
        plugins: {
          legend: false,
          intervals: { rows, ratio },
          tooltip: {
            callbacks: {
              title: ([item]) => rows[item.dataIndex].look.name,
              label: (item) => {
                const row = rows[item.dataIndex];
                return [
                  exact(row.value) + (ratio ? ` (ratio ${row.value})` : ''),
                  `95${NBSP}%: ${exact(row.low95)} to ${exact(row.high95)}`,
                ];
              },
            },
          },
        },
      }),
      plugins: [intervals],
    };
  }

  // ---- curves over an axis ----------------------------------------------------------------

  const errorBars = {
    id: 'errorBars',
    /** Moves the points of one place apart, so that none hides another. */
    afterUpdate(chart) {
      const all = chart.data.datasets.length;
      const step = Math.min(8, chart.chartArea.width / chart.data.labels.length / all);
      chart.data.datasets.forEach((dataset, i) => chart.getDatasetMeta(i).data.forEach((dot) => {
        if (dataset.intervals) dot.x += (i - (all - 1) / 2) * step;
      }));
    },
    afterDatasetsDraw(chart) {
      const { ctx, scales: { y } } = chart;
      ctx.save();
      chart.data.datasets.forEach((dataset, i) => {
        if (!dataset.intervals || !chart.isDatasetVisible(i)) return;
        ctx.strokeStyle = dataset.borderColor;
        ctx.lineWidth = 1.5;
        chart.getDatasetMeta(i).data.forEach((dot, j) => {
          const ends = dataset.intervals[j]?.map((value) => end(y, value));
          if (!ends) return;
          const half = dataset.pointRadius;
          ctx.beginPath();
          ends.forEach(({ at, cut }, side) => {
            const wing = cut ? (side ? 6 : -6) : 0;
            ctx.moveTo(dot.x - half, at + wing);
            ctx.lineTo(dot.x, at);
            ctx.lineTo(dot.x + half, at + wing);
          });
          ctx.moveTo(dot.x, ends[0].at);
          ctx.lineTo(dot.x, ends[1].at);
          ctx.stroke();
        });
      });
      ctx.restore();
    },
  };

  const reference = {
    id: 'reference',
    beforeDatasetsDraw({ ctx, chartArea: area, scales: { y } }, args, { shown }) {
      if (!shown || y.min > 1) return;
      ctx.save();
      ctx.strokeStyle = color('soft');
      ctx.setLineDash([2, 3]);
      ctx.beginPath();
      ctx.moveTo(area.left, y.getPixelForValue(1));
      ctx.lineTo(area.right, y.getPixelForValue(1));
      ctx.stroke();
      ctx.restore();
    },
  };

  function line(look) {
    return {
      label: legend(look.name), borderColor: colorOf(look), backgroundColor: colorOf(look),
      pointStyle: markOf(look), borderDash: dashOf(look), borderWidth: 2, pointRadius: 4, spanGaps: true,
    };
  }

  function lineChart({ over, at, axis, unit, curves }) {
    const ratio = unit === 'ratio';
    const bars = (f) => (f && f.low95 !== null ? [f.low95, f.high95] : null);
    // Points of many results would cover their intervals.
    const pointRadius = Math.max(1, Math.min(4, (narrow.matches ? 70 : 240) / at.length));
    const datasets = curves.map(({ look, figures }) => ({
      ...line(look),
      pointRadius, borderWidth: Math.min(2, pointRadius),
      data: figures.map((f) => f?.value ?? null),
      intervals: figures.map(bars),
      // A line through points that may lie anywhere would show a course that was not measured.
      showLine: figures.every((f) => !bars(f) || f.high95 - f.low95 <= .5 * Math.abs(f.value)),
    }));
    const shown = curves.flatMap(({ figures }) => figures.filter(Boolean))
      .map((f) => ({ value: f.value, low: f.low95 ?? f.value, high: f.high95 ?? f.value }));
    const { low, high } = range(shown, [ratio ? 1 : 0]);
    const { axis: short, exact } = writing(unit, low, high);
    const y = span(shown, ratio, axis, short);
    y.ticks.includeBounds = false;
    return {
      type: 'line',
      data: { labels: at, datasets },
      options: options({
        interaction: { mode: 'index', intersect: false },
        scales: {
          x: { name: over, offset: true, grid: { display: false } },
          y,
        },
        plugins: {
          reference: { shown: ratio },
          tooltip: {
            callbacks: {
              title: ([item]) => `${over} ${item.label}`,
              label: (item) => {
                const ends95 = item.dataset.intervals[item.dataIndex];
                return `${item.dataset.label}: ${exact(item.raw)}`
                  + (ends95 ? ` (${exact(ends95[0])} to ${exact(ends95[1])})` : '');
              },
            },
          },
        },
      }),
      plugins: [reference, errorBars],
    };
  }

  // ---- bars in parts ----------------------------------------------------------------------

  const lengths = {
    id: 'lengths',
    afterDatasetsDraw({ ctx, chartArea: area, scales: { y } }, args, { cut, totals, exact }) {
      if (!cut) return;
      ctx.save();
      ctx.font = `600 12px ${color('sans')}`;
      ctx.textAlign = 'right';
      ctx.textBaseline = 'middle';
      totals.forEach((total, i) => {
        if (total <= cut) return;
        const text = `${exact(total)} »`;
        const at = y.getPixelForValue(i);
        const width = ctx.measureText(text).width + 10;
        ctx.fillStyle = color('card');
        ctx.fillRect(area.right - width, at - 11, width, 22);
        ctx.fillStyle = color('ink');
        ctx.fillText(text, area.right - 2, at);
      });
      ctx.restore();
    },
  };

  function stackChart({ axis, unit, parts, bars }, figure) {
    const { axis: short, exact } = writing(unit, 0, 1);
    const totals = bars.map((bar) => bar.values.reduce((a, b) => a + b, 0));
    // No half connections on the axis.
    const whole = totals.every(Number.isInteger) ? { precision: 0 } : {};
    // A bar that would flatten the others is cut, and says how long it is.
    const least = [...totals].sort((a, b) => b - a).find((total, i, all) => !flattens(all.slice(i), 8));
    const cut = flattens(totals, 8) ? 1.6 * least : null;
    return {
      type: 'bar',
      data: {
        labels: labelled(figure, bars.map(({ label }) => label)),
        datasets: parts.map((part, i) => ({
          label: part, data: bars.map((bar) => bar.values[i]),
          backgroundColor: color('s' + i % PARTS), borderColor: color('card'),
          borderWidth: { right: 1.5 }, borderSkipped: false, barThickness: 20, pointStyle: 'rect',
        })).filter((dataset) => dataset.data.some((v) => v > 0)),
      },
      options: options({
        indexAxis: 'y',
        scales: {
          x: { stacked: true, beginAtZero: true, ...(cut && { max: cut }), name: cut ? `${axis} (a cut bar says its length)` : axis, ticks: { callback: short, ...whole, maxTicksLimit: narrow.matches ? 4 : 9 } },
          y: { stacked: true, grid: { display: false }, ticks: { color: color('ink'), autoSkip: false } },
        },
        plugins: {
          tooltip: {
            callbacks: {
              title: ([item]) => bars[item.dataIndex].label,
              label: (item) => `${item.dataset.label}: ${exact(item.raw)}`,
              footer: ([item]) => `together: ${exact(totals[item.dataIndex])}`,
            },
          },
          lengths: { cut, totals, exact },
        },
      }),
      plugins: [lengths],
    };
  }

  // ---- the page ---------------------------------------------------------------------------

  const kinds = {
    intervals: intervalChart, lines: lineChart, stacks: stackChart,
  };
  if (charts.length) {
    Chart.defaults.font.family = color('sans');
    Chart.defaults.font.size = 12;
  }

  const drawn = [...document.querySelectorAll('figure.chart')].map((figure, i) => {
    const { chooser: label, views } = charts[i];
    const canvas = figure.querySelector('canvas');
    const one = { chart: null };
    one.draw = () => {
      one.chart?.destroy();
      const config = one.config();
      one.chart = new Chart(canvas, config);
      canvas.dataset.rendered = String(config.data.datasets.length);
    };
    const choices = views.map((view, number) => ({ value: String(number), label: view.choice }));
    const chosen = chooser(figure.querySelector('.controls'), label, choices, () => one.draw());
    one.config = () => {
      const view = views[Number(chosen())];
      return kinds[view.kind](view, figure);
    };
    one.draw();
    return one;
  });
  const redraw = () => drawn.forEach((one) => one.draw());
  for (const query of ['(prefers-color-scheme: dark)', '(max-width: 40rem)']) {
    matchMedia(query).addEventListener('change', () => printing || redraw());
  }

  // On paper everything is open and light; afterwards what was closed closes again.
  let opened = [];
  addEventListener('beforeprint', () => {
    printing = true;
    document.documentElement.dataset.paper = '';
    opened = [...document.querySelectorAll('details:not([open])')];
    opened.forEach((details) => { details.open = true; });
    redraw();
    drawn.forEach((one) => one.chart.resize(660, one.chart.height));
  });
  addEventListener('afterprint', () => {
    printing = false;
    delete document.documentElement.dataset.paper;
    opened.forEach((details) => { details.open = false; });
    drawn.forEach((one) => one.chart.resize());
    redraw();
  });
  document.documentElement.dataset.charts = `${drawn.length}`;
})();
