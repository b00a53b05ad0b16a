'use strict';
/*
 * Draws the charts of a report from the numbers in #data: for each figure of the page, in their
 * order, the views among which its reader chooses. Every number is in a table of the page too, so
 * nothing is lost where this does not run. Below a chart with a choice among its points it hides
 * the rows of the others.
 */
(() => {
  const charts = JSON.parse(document.getElementById('data').textContent);
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
  const { micros, number: significant } = UNITS;

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

  /** Adds a list to choose from; returns a function that returns the choice. */
  function chooser(controls, label, choices, redraw, first = choices[0]?.value) {
    if (choices.length < 2) return () => first;
    const select = document.createElement('select');
    for (const { label: text, value } of choices) select.append(new Option(text, value, value === first, value === first));
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
        const from = x.getPixelForValue(row.low95);
        ctx.fillRect(from, area.top, x.getPixelForValue(row.high95) - from, area.bottom - area.top);
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
        ctx.strokeStyle = ctx.fillStyle = colorOf(row.look);
        ctx.lineWidth = 1.5;
        ctx.beginPath();
        ctx.moveTo(x.getPixelForValue(row.low99 ?? row.low95), middle);
        ctx.lineTo(x.getPixelForValue(row.high99 ?? row.high95), middle);
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

  function intervalChart({ rows, axis, unit }, figure) {
    const ratio = unit === 'ratio';
    const ends = rows.flatMap((row) => [row.low99 ?? row.low95, row.high99 ?? row.high95]);
    const low = Math.min(ratio ? 1 : 0, ...ends);
    const high = Math.max(ratio ? 1 : 0, ...ends);
    const margin = Math.max(ratio ? .002 : 0, (high - low) * .06);
    const { axis: short, exact } = writing(unit, low, high);
    rowsHigh(figure, rows.length, narrow.matches ? 5 : 3.2);
    return {
      type: 'bar',
      data: {
        labels: rows.map((row) => wrapped(row.label)),
        datasets: [{
          data: rows.map((row) => [row.low95, row.high95]),
          backgroundColor: rows.map((row) => clear(colorOf(row.look), .32)),
          barThickness: 14, borderRadius: 7, borderSkipped: false, minBarLength: 3,
        }],
      },
      options: options({
        indexAxis: 'y',
        scales: {
          x: {
            min: ratio ? low - margin : low, max: high + margin, name: axis,
            ticks: { callback: short, maxTicksLimit: narrow.matches ? 4 : 9, includeBounds: !ratio },
          },
          y: { grid: { display: false }, ticks: { color: color('ink'), autoSkip: false } },
        },
        plugins: {
          legend: false,
          intervals: { rows, ratio },
          tooltip: {
            callbacks: {
              title: ([item]) => rows[item.dataIndex].label,
              label: (item) => {
                const row = rows[item.dataIndex];
                const lines = [
                  exact(row.value) + (ratio ? ` (ratio ${row.value})` : ''),
                  `95${NBSP}%: ${exact(row.low95)} to ${exact(row.high95)}`,
                ];
                if (row.low99 !== null) lines.push(`99${NBSP}%: ${exact(row.low99)} to ${exact(row.high99)}`);
                return lines;
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
    beforeDatasetsDraw({ ctx, chartArea: area, scales: { y } }, args, { shown }) {
      if (!shown) return;
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
      label: look.name, borderColor: colorOf(look), backgroundColor: colorOf(look),
      pointStyle: markOf(look), borderDash: dashOf(look), borderWidth: 2, pointRadius: 4, spanGaps: true,
    };
  }

  function lineChart({ over, at, axis, unit, curves }) {
    const ratio = unit === 'ratio';
    const datasets = curves.map(({ look, figures }) => ({
      ...line(look),
      data: figures.map((f) => f?.value ?? null),
      intervals: figures.map((f) => (f && f.low95 !== null ? [f.low95, f.high95] : null)),
    }));
    const ends = datasets.flatMap((d) => [...d.intervals.filter(Boolean).flat(), ...d.data.filter((v) => v !== null)]);
    const low = Math.min(1, ...ends);
    const high = Math.max(1, ...ends);
    const margin = Math.max(.002, (high - low) * .06);
    const { axis: short, exact } = writing(unit, low, high);
    return {
      type: 'line',
      data: { labels: at, datasets },
      options: options({
        interaction: { mode: 'index', intersect: false },
        scales: {
          x: { name: over, offset: true, grid: { display: false } },
          y: {
            ...(ratio ? { min: low - margin, max: high + margin } : { beginAtZero: true, suggestedMax: Math.max(...ends) }),
            name: axis, ticks: { callback: short, includeBounds: !ratio },
          },
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

  // ---- latency by percentile --------------------------------------------------------------

  const beyond = (percent) => 100 / (100 - percent);
  const percentile = (x) => {
    const nines = Math.round(Math.log10(x));
    const number = nines <= 0 ? '0' : (100 - 100 / 10 ** nines).toFixed(Math.max(0, nines - 2));
    return narrow.matches ? number : number + NBSP + '%';
  };

  function percentileChart({ curves }) {
    const datasets = curves.map(({ look, steps }) => ({
      ...line(look),
      pointStyle: 'line', pointRadius: 0, pointHitRadius: 8,
      data: steps.filter((p) => p.percent < 100).map((p) => ({ x: beyond(p.percent), y: p.micros, percent: p.percent })),
    }));
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
  }

  // ---- bars in parts ----------------------------------------------------------------------

  function stackChart({ axis, unit, parts, bars }, figure) {
    const { axis: short, exact } = writing(unit, 0, 1);
    const tints = ['c6', 'c0', 'c2', 'c4', 'c3', 'c5', 'c1', 'control'];
    rowsHigh(figure, bars.length, 3);
    return {
      type: 'bar',
      data: {
        labels: bars.map((bar) => wrapped(bar.label)),
        datasets: parts.map((part, i) => ({
          label: part, data: bars.map((bar) => bar.values[i]),
          backgroundColor: color(tints[i % tints.length]), borderColor: color('card'),
          borderWidth: { right: 1.5 }, borderSkipped: false, barThickness: 20, pointStyle: 'rect',
        })).filter((dataset) => dataset.data.some((v) => v > 0)),
      },
      options: options({
        indexAxis: 'y',
        scales: {
          x: { stacked: true, name: axis, ticks: { callback: short, maxTicksLimit: narrow.matches ? 4 : 9 } },
          y: { stacked: true, grid: { display: false }, ticks: { color: color('ink'), autoSkip: false } },
        },
        plugins: {
          tooltip: {
            callbacks: {
              title: ([item]) => bars[item.dataIndex].label,
              label: (item) => `${item.dataset.label}: ${exact(item.raw)}`,
              footer: ([item]) => `together: ${exact(bars[item.dataIndex].values.reduce((a, b) => a + b, 0))}`,
            },
          },
        },
      }),
    };
  }

  // ---- dots over time ---------------------------------------------------------------------

  const moments = {
    id: 'moments',
    beforeDatasetsDraw({ ctx, chartArea: area, scales: { x } }, args, { marks }) {
      if (marks.length < 2) return;
      ctx.save();
      ctx.font = `11px ${color('sans')}`;
      ctx.fillStyle = ctx.strokeStyle = color('soft');
      marks.forEach((mark, i) => {
        const at = x.getPixelForValue(mark.seconds);
        if (i > 0) {
          ctx.setLineDash([2, 4]);
          ctx.beginPath();
          ctx.moveTo(at, area.top);
          ctx.lineTo(at, area.bottom);
          ctx.stroke();
        }
        ctx.fillText(mark.name, at + 5, area.top + 11);
      });
      ctx.restore();
    },
  };

  function dotChart({ axis, marks, crossed, clouds }) {
    const datasets = clouds.map(({ look, dots }) => ({
      label: look.name,
      data: dots.map((dot) => ({ x: dot.seconds, y: dot.value, note: dot.note })),
      backgroundColor: clear(colorOf(look), .75), borderColor: colorOf(look),
      pointStyle: dots.map((dot) => (dot.cross ? 'crossRot' : markOf(look))),
      pointRadius: dots.map((dot) => (dot.cross ? 5 : 2.5)),
      pointBorderWidth: dots.map((dot) => (dot.cross ? 2 : 0)),
      mark: markOf(look),
    }));
    datasets.push({
      label: crossed, data: [], pointStyle: 'crossRot', mark: 'crossRot',
      borderColor: color('soft'), backgroundColor: color('soft'), pointBorderWidth: 2,
    });
    const made = options({
      parsing: false,
      scales: {
        x: { type: 'linear', name: 'time since the run began', ticks: { callback: (v) => `${significant(v)}${NBSP}s` } },
        y: { name: axis, grace: '5%', ticks: { callback: significant } },
      },
      plugins: {
        moments: { marks },
        tooltip: {
          callbacks: {
            label: (item) => [`${item.dataset.label}: ${significant(item.raw.y)}`, item.raw.note],
          },
        },
      },
    });
    // The legend would take the look of the first dot, which may be a cross.
    made.plugins.legend.labels.generateLabels = (chart) => chart.data.datasets.map((dataset, i) => ({
      text: dataset.label, fontColor: color('ink'), fillStyle: dataset.borderColor,
      strokeStyle: dataset.borderColor, pointStyle: dataset.mark, lineWidth: dataset.mark === 'crossRot' ? 2 : 0,
      hidden: !chart.isDatasetVisible(i), datasetIndex: i,
    }));
    return { type: 'scatter', data: { datasets }, options: made, plugins: [moments] };
  }

  // ---- a choice among the points of a chart -----------------------------------------------

  for (const block of document.querySelectorAll('.points')) {
    const rows = [...block.querySelectorAll('tbody tr')];
    const pointOf = (row) => row.cells[0].textContent;
    const names = [...new Set(rows.map(pointOf))];
    const controls = document.createElement('div');
    controls.className = 'controls';
    block.querySelector('.scroll').before(controls);
    const chosen = chooser(controls, block.querySelector('thead th').textContent,
      [...names, ''].map((name) => ({ value: name, label: name || 'all' })), update, block.dataset.point);
    function update() {
      for (const row of rows) row.hidden = chosen() !== '' && pointOf(row) !== chosen();
    }
    update();
  }

  // ---- the page ---------------------------------------------------------------------------

  const kinds = {
    intervals: intervalChart, lines: lineChart, percentiles: percentileChart, stacks: stackChart, dots: dotChart,
  };
  Chart.defaults.font.family = color('sans');
  Chart.defaults.font.size = 12;

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
