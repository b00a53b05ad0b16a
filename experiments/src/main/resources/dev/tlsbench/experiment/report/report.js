'use strict';
/*
 * Draws the charts of a report from the numbers in #data. Every number here is in a table of the
 * page too, so nothing is lost where this does not run.
 */
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const narrow = matchMedia('(max-width: 40rem)');
  const NBSP = '\u00a0';
  const MARKS = ['circle', 'rect', 'triangle', 'rectRot', 'star'];
  const DASHES = [[], [8, 4], [2, 3], [10, 3, 2, 3]];
  const COLORS = 8;
  let printing = false;

  // ---- colours and words ------------------------------------------------------------------

  const color = (name) => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
  const clear = (hex, part) => hex + Math.round(part * 255).toString(16).padStart(2, '0');

  const fixed = (value, decimals) => value.toFixed(decimals).replace('-', '−');
  const change = (ratio, decimals) =>
    (ratio > 1 ? '+' : '') + fixed((ratio - 1) * 100, decimals) + NBSP + '%';
  const significant = (value) =>
    value >= 1000 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
  const micros = (value) =>
    value < 1e3 ? significant(value) + NBSP + 'µs'
      : value < 1e6 ? significant(value / 1e3) + NBSP + 'ms' : significant(value / 1e6) + NBSP + 's';

  const METRICS = {
    throughput: 'throughput', mean: 'mean latency', p50: 'median latency', p95: '95th percentile',
    p99: '99th percentile', p999: '99.9th percentile', clientCpu: 'client CPU per operation',
    serverCpu: 'server CPU per operation', newConnection: 'new connection',
    resumedConnection: 'resumed connection',
  };

  /** Baseline first, control last, each with the look that it has in all charts. */
  function variantsOf(result, names) {
    const look = new Map();
    let count = 0;
    for (const point of result.points) {
      for (const variant of point.variants) {
        if (look.has(variant.name)) continue;
        const number = variant.role === 'variant' ? count++ : 0;
        look.set(variant.name, {
          name: variant.name,
          label: names[variant.name],
          role: variant.role,
          color: () => color(variant.role === 'variant' ? 'c' + number % COLORS : variant.role),
          mark: variant.role === 'variant' ? MARKS[number % MARKS.length] : 'circle',
          dash: variant.role === 'control' ? [3, 4]
            : variant.role === 'baseline' ? [] : DASHES[Math.floor(number / COLORS) % DASHES.length],
        });
      }
    }
    const order = { baseline: 0, variant: 1, control: 2 };
    return [...look.values()].sort((a, b) => order[a.role] - order[b.role]);
  }

  const rowName = (point) => point.value ?? '';

  // ---- what the charts share --------------------------------------------------------------

  function options(more) {
    const grid = { color: color('line'), drawTicks: false };
    const axis = (own) => ({
      grid, border: { display: false },
      ...own,
      ticks: { color: color('soft'), padding: 8, maxRotation: 0, ...(own?.ticks) },
      title: { display: Boolean(own?.name), text: own?.name, color: color('soft') },
    });
    return {
      animation: false, responsive: true, maintainAspectRatio: false,
      ...more,
      scales: Object.fromEntries(Object.entries(more.scales).map(([id, own]) => [id, axis(own)])),
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

  /** Text that wraps where a phone has no room for it. */
  function wrapped(text) {
    const width = narrow.matches ? 18 : 34;
    const lines = [''];
    const short = text.split(' ').flatMap((word) => word.match(new RegExp(`.{1,${width}}`, 'gu')) ?? []);
    for (const word of short) {
      const last = lines[lines.length - 1];
      if (last && (last + ' ' + word).length > width) lines.push(word);
      else lines[lines.length - 1] = last ? last + ' ' + word : word;
    }
    return lines;
  }

  function rowsHigh(figure, rows, each) {
    figure.querySelector('.plot').style.height = `${Math.max(11, 5 + rows * each)}rem`;
  }

  /** A list to choose from over a chart; gives a function that tells the choice. */
  function chooser(figure, label, choices, redraw) {
    if (choices.length < 2) return () => choices[0]?.value;
    const select = document.createElement('select');
    for (const choice of choices) select.append(new Option(choice.label, choice.value));
    select.addEventListener('change', redraw);
    const element = document.createElement('label');
    element.append(label, select);
    figure.querySelector('.controls').append(element);
    return () => select.value;
  }

  function metricChooser(figure, results, redraw) {
    const there = new Set();
    for (const result of results) {
      for (const point of result.points) {
        for (const variant of point.variants) Object.keys(variant.ratios).forEach((m) => there.add(m));
      }
    }
    const choices = Object.keys(METRICS).filter((m) => there.has(m))
      .map((m) => ({ value: m, label: METRICS[m] }));
    return chooser(figure, 'Metric', choices, redraw);
  }

  function pointChooser(figure, result, redraw) {
    const choices = result.points.map((point, i) => ({ value: String(i), label: rowName(point) }));
    const chosen = chooser(figure, result.axis, choices, redraw);
    return () => result.points[Number(chosen() ?? 0)];
  }

  // ---- ratios with their intervals --------------------------------------------------------

  /** Whisker: 99 %; bar: 95 %; dot: the estimate; dotted line: no difference. */
  const intervals = {
    id: 'intervals',
    beforeDatasetsDraw(chart, args, { rows }) {
      const { ctx, chartArea: area, scales: { x } } = chart;
      ctx.save();
      const control = rows.filter((row) => row.band);
      for (const row of control) {
        ctx.fillStyle = clear(color('control'), .14);
        const from = x.getPixelForValue(row.ratio.low95);
        ctx.fillRect(from, area.top, x.getPixelForValue(row.ratio.high95) - from, area.bottom - area.top);
      }
      ctx.strokeStyle = color('soft');
      ctx.setLineDash([2, 3]);
      ctx.beginPath();
      ctx.moveTo(x.getPixelForValue(1), area.top);
      ctx.lineTo(x.getPixelForValue(1), area.bottom);
      ctx.stroke();
      ctx.restore();
    },
    afterDatasetsDraw(chart, args, { rows }) {
      const { ctx, scales: { x, y } } = chart;
      ctx.save();
      rows.forEach((row, i) => {
        const middle = y.getPixelForValue(i);
        ctx.strokeStyle = ctx.fillStyle = row.color();
        ctx.lineWidth = 1.5;
        ctx.beginPath();
        ctx.moveTo(x.getPixelForValue(row.ratio.low99), middle);
        ctx.lineTo(x.getPixelForValue(row.ratio.high99), middle);
        ctx.stroke();
        ctx.beginPath();
        ctx.arc(x.getPixelForValue(row.ratio.value), middle, 5.5, 0, 2 * Math.PI);
        ctx.fill();
        ctx.strokeStyle = color('card');
        ctx.lineWidth = 2;
        ctx.stroke();
      });
      ctx.restore();
    },
  };

  function intervalChart(rows, axisName) {
    const low = Math.min(1, ...rows.map((row) => row.ratio.low99));
    const high = Math.max(1, ...rows.map((row) => row.ratio.high99));
    const margin = Math.max(.002, (high - low) * .06);
    const decimals = high - low < .02 ? 2 : high - low < .1 ? 1 : 0;
    return {
      type: 'bar',
      data: {
        labels: rows.map((row) => wrapped(row.label)),
        datasets: [{
          data: rows.map((row) => [row.ratio.low95, row.ratio.high95]),
          backgroundColor: rows.map((row) => clear(row.color(), .32)),
          barThickness: 14, borderRadius: 7, borderSkipped: false, minBarLength: 3,
        }],
      },
      options: options({
        indexAxis: 'y',
        scales: {
          x: {
            min: low - margin, max: high + margin, name: axisName,
            ticks: { callback: (v) => change(v, decimals), maxTicksLimit: narrow.matches ? 4 : 9, includeBounds: false },
          },
          y: { grid: { display: false }, ticks: { color: color('ink'), autoSkip: false } },
        },
        plugins: {
          legend: false,
          intervals: { rows },
          tooltip: {
            callbacks: {
              title: ([item]) => rows[item.dataIndex].label,
              label: (item) => {
                const { ratio } = rows[item.dataIndex];
                const digits = Math.max(1, decimals + 1);
                return [
                  `${change(ratio.value, digits)} (ratio ${ratio.value})`,
                  `95${NBSP}%: ${change(ratio.low95, digits)} to ${change(ratio.high95, digits)}`,
                  `99${NBSP}%: ${change(ratio.low99, digits)} to ${change(ratio.high99, digits)}`,
                ];
              },
            },
          },
        },
      }),
      plugins: [intervals],
    };
  }

  function ratios(figure, redraw) {
    const { result, names } = data;
    const metric = metricChooser(figure, [result], redraw);
    const looks = variantsOf(result, names);
    return () => {
      const rows = looks.flatMap((look) => {
        const variant = result.points[0].variants.find((v) => v.name === look.name);
        const ratio = variant?.ratios[metric()];
        return ratio ? [{ label: look.label, color: look.color, ratio, band: look.role === 'control' }] : [];
      });
      rowsHigh(figure, rows.length, 3.4);
      return intervalChart(rows, `${METRICS[metric()]} against ${names[result.setup.baseline]}`);
    };
  }

  function beside(figure, redraw) {
    const metric = metricChooser(figure, data.results.map((r) => r.result), redraw);
    return () => {
      const byVariant = new Map();
      data.results.forEach(({ name, names, result }) => {
        for (const point of result.points) {
          for (const look of variantsOf(result, names)) {
            const variant = point.variants.find((v) => v.name === look.name);
            const ratio = variant?.ratios[metric()];
            if (!ratio) continue;
            const label = result.axis ? `${look.label}, ${result.axis} ${rowName(point)}` : look.label;
            const key = (look.role === 'control' ? '1' : '0') + label;
            if (!byVariant.has(key)) byVariant.set(key, []);
            byVariant.get(key).push({ label: `${label} · ${name}`, role: look.role, ratio });
          }
        }
      });
      const groups = [...byVariant.entries()].sort(([a], [b]) => a[0].localeCompare(b[0]));
      const rows = groups.flatMap(([, group], i) => group.map((row) => ({
        ...row, color: () => color(row.role === 'control' ? 'control' : 'c' + i % COLORS),
      })));
      rowsHigh(figure, rows.length, narrow.matches ? 5 : 2.8);
      return intervalChart(rows, `${METRICS[metric()]} against the baseline`);
    };
  }

  // ---- curves over an axis ----------------------------------------------------------------

  const errorBars = {
    id: 'errorBars',
    afterDatasetsDraw(chart) {
      const { ctx, scales: { y } } = chart;
      ctx.save();
      chart.data.datasets.forEach((dataset, i) => {
        if (!dataset.intervals || !chart.isDatasetVisible(i)) return;
        ctx.strokeStyle = dataset.borderColor;
        ctx.lineWidth = 1.5;
        chart.getDatasetMeta(i).data.forEach((dot, j) => {
          const [low, high] = dataset.intervals[j] ?? [];
          if (low === undefined) return;
          ctx.beginPath();
          for (const end of [low, high]) {
            ctx.moveTo(dot.x - 4, y.getPixelForValue(end));
            ctx.lineTo(dot.x + 4, y.getPixelForValue(end));
          }
          ctx.moveTo(dot.x, y.getPixelForValue(low));
          ctx.lineTo(dot.x, y.getPixelForValue(high));
          ctx.stroke();
        });
      });
      ctx.restore();
    },
  };

  const reference = {
    id: 'reference',
    beforeDatasetsDraw({ ctx, chartArea: area, scales: { y } }) {
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
      label: look.label, borderColor: look.color(), backgroundColor: look.color(),
      pointStyle: look.mark, borderDash: look.dash, borderWidth: 2, pointRadius: 4, spanGaps: true,
    };
  }

  function sweep(figure, redraw) {
    const { result, names } = data;
    const metric = metricChooser(figure, [result], redraw);
    const looks = variantsOf(result, names);
    return () => {
      const datasets = looks.flatMap((look) => {
        const all = result.points.map((point) =>
          point.variants.find((v) => v.name === look.name)?.ratios[metric()]);
        return all.some(Boolean) ? [{
          ...line(look),
          data: all.map((ratio) => ratio?.value ?? null),
          intervals: all.map((ratio) => (ratio ? [ratio.low95, ratio.high95] : null)),
        }] : [];
      });
      const ends = datasets.flatMap((d) => d.intervals).filter(Boolean).flat();
      const low = Math.min(1, ...ends);
      const high = Math.max(1, ...ends);
      const margin = Math.max(.002, (high - low) * .06);
      const decimals = high - low < .02 ? 2 : high - low < .1 ? 1 : 0;
      return {
        type: 'line',
        data: { labels: result.points.map(rowName), datasets },
        options: options({
          interaction: { mode: 'index', intersect: false },
          scales: {
            x: { name: result.axis, offset: true, grid: { display: false } },
            y: {
              min: low - margin, max: high + margin,
              name: `${METRICS[metric()]} against ${names[result.setup.baseline]}`,
              ticks: { callback: (v) => change(v, decimals), includeBounds: false },
            },
          },
          plugins: {
            tooltip: {
              callbacks: {
                title: ([item]) => `${result.axis} ${item.label}`,
                label: (item) => {
                  const [from, to] = item.dataset.intervals[item.dataIndex];
                  const digits = decimals + 1;
                  return `${item.dataset.label}: ${change(item.raw, digits)} (${change(from, digits)} to ${change(to, digits)})`;
                },
              },
            },
          },
        }),
        plugins: [reference, errorBars],
      };
    };
  }

  function sweepThroughput() {
    const { result, names } = data;
    return () => ({
      type: 'line',
      data: {
        labels: result.points.map(rowName),
        datasets: variantsOf(result, names).map((look) => ({
          ...line(look),
          data: result.points.map((point) =>
            point.variants.find((v) => v.name === look.name)?.throughputPerSecond ?? null),
        })),
      },
      options: options({
        interaction: { mode: 'index', intersect: false },
        scales: {
          x: { name: result.axis, offset: true, grid: { display: false } },
          y: { beginAtZero: true, name: 'operations a second', ticks: { callback: significant } },
        },
        plugins: {
          tooltip: {
            callbacks: {
              title: ([item]) => `${result.axis} ${item.label}`,
              label: (item) => `${item.dataset.label}: ${significant(item.raw)} a second`,
            },
          },
        },
      }),
    });
  }

  // ---- latency by percentile --------------------------------------------------------------

  const beyond = (percent) => 100 / (100 - percent);
  const percentile = (x) => {
    const nines = Math.round(Math.log10(x));
    const number = nines <= 0 ? '0' : (100 - 100 / 10 ** nines).toFixed(Math.max(0, nines - 2));
    return narrow.matches ? number : number + NBSP + '%';
  };

  function latency(figure, redraw) {
    const { result, names } = data;
    const point = pointChooser(figure, result, redraw);
    const looks = variantsOf(result, names);
    return () => {
      const datasets = looks.flatMap((look) => {
        const curve = point().variants.find((v) => v.name === look.name)?.latency?.percentiles;
        return curve ? [{
          ...line(look),
          pointStyle: 'line', pointRadius: 0, pointHitRadius: 8,
          data: curve.filter((p) => p.percent < 100).map((p) => ({ x: beyond(p.percent), y: p.micros, percent: p.percent })),
        }] : [];
      });
      const end = Math.max(10, ...datasets.flatMap((d) => d.data.map((p) => p.x)));
      const ticks = [];
      for (let x = 1; x <= end; x *= 10) ticks.push({ value: x });
      return {
        type: 'line',
        data: { datasets },
        options: options({
          parsing: false,
          interaction: { mode: 'nearest', axis: 'x', intersect: false },
          scales: {
            x: {
              type: 'logarithmic', min: 1, max: end, name: 'percentile',
              afterBuildTicks: (axis) => { axis.ticks = ticks; },
              ticks: { callback: percentile, autoSkip: false },
            },
            y: {
              type: 'logarithmic', name: 'latency',
              ticks: {
                callback: (v) => ([1, 2, 5].includes(Math.round(10 * v / 10 ** Math.floor(Math.log10(v) + 1e-9)) / 10) ? micros(v) : null),
                autoSkip: false,
              },
            },
          },
          plugins: {
            tooltip: {
              callbacks: {
                title: ([item]) => `${Number(item.raw.percent.toFixed(6))}${NBSP}%`,
                label: (item) => `${item.dataset.label}: ${micros(item.raw.y)}`,
              },
            },
          },
        }),
      };
    };
  }

  // ---- connections ------------------------------------------------------------------------

  const PARTS = ['TCP connect', 'TLS handshake', 'hello', 'log-in', 'first query'];

  /** A connection's parts, and what they leave of the whole. */
  function parts(cost, handshake, ready) {
    const known = [cost.tcpConnectMicros, handshake, cost.helloMicros, cost.authenticationMicros, cost.firstQueryMicros]
      .map((v) => v ?? 0);
    const sum = known.reduce((a, b) => a + b, 0);
    return [...known, Math.max(0, (ready ?? sum) - sum)];
  }

  function connections(figure, redraw) {
    const { result, names } = data;
    const point = pointChooser(figure, result, redraw);
    const looks = variantsOf(result, names);
    return () => {
      const rows = looks.flatMap((look) => {
        const cost = point().variants.find((v) => v.name === look.name)?.connection;
        if (!cost) return [];
        const tls = cost.fullHandshakeMicros !== null;
        const row = [{
          label: tls ? `${look.label}, new` : look.label,
          parts: parts(cost, cost.fullHandshakeMicros, cost.readyMicros),
        }];
        if (cost.resumedReadyMicros !== null) {
          row.push({
            label: `${look.label}, resumed`,
            parts: parts(cost, cost.resumedHandshakeMicros, cost.resumedReadyMicros),
          });
        }
        return row;
      });
      const timed = rows.some((row) => row.parts[2] + row.parts[3] > 0);
      const tints = ['c6', 'c0', 'c2', 'c4', 'c3', 'control'];
      rowsHigh(figure, rows.length, 3);
      return {
        type: 'bar',
        data: {
          labels: rows.map((row) => wrapped(row.label)),
          datasets: [...PARTS, timed ? 'rest' : 'hello and log-in'].map((part, i) => ({
            label: part, data: rows.map((row) => row.parts[i]),
            backgroundColor: color(tints[i]), borderColor: color('card'),
            borderWidth: { right: 1.5 }, borderSkipped: false, barThickness: 20, pointStyle: 'rect',
          })).filter((dataset) => dataset.data.some((v) => v > 0)),
        },
        options: options({
          indexAxis: 'y',
          scales: {
            x: { stacked: true, name: 'median time', ticks: { callback: micros, maxTicksLimit: narrow.matches ? 4 : 9 } },
            y: { stacked: true, grid: { display: false }, ticks: { color: color('ink'), autoSkip: false } },
          },
          plugins: {
            tooltip: {
              callbacks: {
                title: ([item]) => rows[item.dataIndex].label,
                label: (item) => `${item.dataset.label}: ${micros(item.raw)}`,
                footer: ([item]) => `together: ${micros(rows[item.dataIndex].parts.reduce((a, b) => a + b, 0))}`,
              },
            },
          },
        }),
      };
    };
  }

  // ---- windows over time ------------------------------------------------------------------

  const forkLines = {
    id: 'forkLines',
    beforeDatasetsDraw({ ctx, chartArea: area, scales: { x } }, args, { starts }) {
      if (starts.length < 2) return;
      ctx.save();
      ctx.font = `11px ${color('sans')}`;
      ctx.fillStyle = ctx.strokeStyle = color('soft');
      starts.forEach((start, i) => {
        const at = x.getPixelForValue(start);
        if (i > 0) {
          ctx.setLineDash([2, 4]);
          ctx.beginPath();
          ctx.moveTo(at, area.top);
          ctx.lineTo(at, area.bottom);
          ctx.stroke();
        }
        ctx.fillText(`fork ${i + 1}`, at + 5, area.top + 11);
      });
      ctx.restore();
    },
  };

  function windows(figure, redraw) {
    const { result, names, hit } = data;
    const point = pointChooser(figure, result, redraw);
    const looks = variantsOf(result, names);
    const isHit = (w) => Math.max(w.gcMillis, w.stealMillis) > hit * w.seconds * 1000;
    return () => {
      const all = point().windows;
      const starts = [...new Set(all.map((w) => w.fork))].sort((a, b) => a - b)
        .map((fork) => Math.min(...all.filter((w) => w.fork === fork).map((w) => w.startSeconds)));
      const datasets = looks.flatMap((look) => {
        const own = all.filter((w) => w.variant === look.name);
        return own.length ? [{
          label: look.label,
          data: own.map((w) => ({ x: w.startSeconds, y: w.operations / w.seconds, window: w })),
          backgroundColor: clear(look.color(), .75), borderColor: look.color(),
          pointStyle: own.map((w) => (isHit(w) ? 'crossRot' : look.mark)),
          pointRadius: own.map((w) => (isHit(w) ? 5 : 2.5)),
          pointBorderWidth: own.map((w) => (isHit(w) ? 2 : 0)),
          mark: look.mark,
        }] : [];
      });
      datasets.push({
        label: 'hit by collector or steal', data: [], pointStyle: 'crossRot', mark: 'crossRot',
        borderColor: color('soft'), backgroundColor: color('soft'), pointBorderWidth: 2,
      });
      const made = options({
        parsing: false,
        scales: {
          x: { type: 'linear', name: 'time since the run began', ticks: { callback: (v) => `${significant(v)}${NBSP}s` } },
          y: { name: 'operations a second', grace: '5%', ticks: { callback: significant } },
        },
        plugins: {
          forkLines: { starts },
          tooltip: {
            callbacks: {
              label: (item) => {
                const w = item.raw.window;
                return [
                  `${item.dataset.label}: ${significant(item.raw.y)} a second`,
                  `fork ${w.fork + 1}, epoch ${w.epoch + 1}, block ${w.block + 1}`,
                  `collector ${significant(w.gcMillis)}${NBSP}ms, steal ${significant(w.stealMillis)}${NBSP}ms`,
                ];
              },
            },
          },
        },
      });
      // The legend would take the look of the first window, which may be a hit.
      made.plugins.legend.labels.generateLabels = (chart) => chart.data.datasets.map((dataset, i) => ({
        text: dataset.label, fontColor: color('ink'), fillStyle: dataset.borderColor,
        strokeStyle: dataset.borderColor, pointStyle: dataset.mark, lineWidth: dataset.mark === 'crossRot' ? 2 : 0,
        hidden: !chart.isDatasetVisible(i), datasetIndex: i,
      }));
      return { type: 'scatter', data: { datasets }, options: made, plugins: [forkLines] };
    };
  }

  // ---- columns of a table over its first one ------------------------------------------------

  const UNITS = {
    micros, seconds: (v) => significant(v) + NBSP + 's', perSecond: significant, number: significant,
    megabytesPerSecond: (v) => significant(v) + NBSP + 'MB/s', percent: (v) => significant(v) + NBSP + '%',
    ratio: (v) => change(v, 1), bytes: (v) => significant(v / 2 ** 20) + NBSP + 'MiB',
  };

  function curves(figure) {
    const all = [...document.querySelectorAll('figure[data-chart="curves"]')];
    const { columns, curves: drawn, rows } = data.tables[all.indexOf(figure)];
    return () => {
      const figuresOf = (title) => rows.map((row) => row[columns.indexOf(title)].figure);
      const unit = figuresOf(drawn[0]).find(Boolean)?.unit ?? 'number';
      const datasets = drawn.map((title, i) => {
        const figures = figuresOf(title);
        const look = {
          label: title, color: () => color(i === 0 ? 'baseline' : 'c' + (i - 1) % COLORS),
          mark: MARKS[i % MARKS.length], dash: [],
        };
        return {
          ...line(look),
          data: figures.map((f) => f?.value ?? null),
          intervals: figures.map((f) => (f && f.low95 !== null ? [f.low95, f.high95] : null)),
        };
      });
      return {
        type: 'line',
        data: { labels: rows.map((row) => row[0].text), datasets },
        options: options({
          interaction: { mode: 'index', intersect: false },
          scales: {
            x: { name: columns[0], offset: true, grid: { display: false } },
            y: { beginAtZero: true, ticks: { callback: UNITS[unit] } },
          },
          plugins: {
            tooltip: {
              callbacks: {
                title: ([item]) => `${columns[0]} ${item.label}`,
                label: (item) => `${item.dataset.label}: ${UNITS[unit](item.raw)}`,
              },
            },
          },
        }),
        plugins: [errorBars],
      };
    };
  }

  // ---- the page ---------------------------------------------------------------------------

  const kinds = { ratios, beside, sweep, sweepThroughput, latency, connections, windows, curves };
  Chart.defaults.font.family = color('sans');
  Chart.defaults.font.size = 12;

  const drawn = [...document.querySelectorAll('figure[data-chart]')].map((figure) => {
    const canvas = figure.querySelector('canvas');
    const one = { chart: null };
    one.draw = () => {
      one.chart?.destroy();
      const config = one.config();
      one.chart = new Chart(canvas, config);
      canvas.dataset.rendered = String(config.data.datasets.length);
    };
    one.config = kinds[figure.dataset.chart](figure, () => one.draw());
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
