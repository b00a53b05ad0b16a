'use strict';
// Runs before the scripts of a page: records the texts on its canvases, and finds flaws of its layout.
(() => {
  const texts = new WeakMap();
  const canvas = CanvasRenderingContext2D.prototype;
  const { clearRect, fillText } = canvas;
  canvas.clearRect = function clear(...area) {
    texts.set(this.canvas, []);
    return clearRect.apply(this, area);
  };
  canvas.fillText = function fill(text, x, y, ...more) {
    const size = this.measureText(text);
    const transform = this.getTransform();
    const corners = [-size.actualBoundingBoxLeft, size.actualBoundingBoxRight].flatMap((dx) =>
      [-size.actualBoundingBoxAscent, size.actualBoundingBoxDescent]
        .map((dy) => transform.transformPoint(new DOMPoint(x + dx, y + dy))));
    const [xs, ys] = [corners.map((c) => c.x), corners.map((c) => c.y)];
    if (String(text).trim()) {
      texts.get(this.canvas)?.push({
        text: String(text), left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys),
      });
    }
    return fillText.call(this, text, x, y, ...more);
  };

  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1.5;
  const overlaps = (boxes, where) => boxes.flatMap((a, i) => boxes.slice(i + 1)
    .filter((b) => over(a, b)).map((b) => `${where}: '${a.text}' lies over '${b.text}'`));

  /** The boxes of the lines of all visible text outside canvases. */
  function lines() {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const boxes = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!node.data.trim() || parent.closest('script, select, .skip')) continue;
      if (getComputedStyle(parent).clipPath !== 'none') continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const { left, right, top, bottom, width, height } of range.getClientRects()) {
        if (width > 1 && height > 1) boxes.push({ text: node.data.trim().slice(0, 60), left, right, top, bottom });
      }
    }
    return boxes;
  }

  function outside(box, frame, where) {
    return box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1
      ? [`${where}: '${box.text}' is cut`] : [];
  }

  /** What the first screen lacks. */
  window.unseenAtFirst = () => {
    const seen = (name, selector, needed) => {
      const element = document.querySelector(selector);
      if (!element) return needed ? [`there is no ${name}`] : [];
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight ? [] : [`${name} ends at ${Math.round(bottom)} of ${innerHeight}`];
    };
    return [
      ...seen('headline', '.findings p', true),
      ...seen('trust', '.trust, .notice', false), // none where a page has no control
      ...seen('chart', '.lead canvas', document.querySelector('canvas')),
    ];
  };

  window.flaws = () => {
    document.querySelectorAll('details').forEach((details) => { details.open = true; });
    const found = [];
    const wide = document.documentElement.scrollWidth;
    if (wide > innerWidth) found.push(`the page is ${wide} pixels wide`);
    for (const box of document.querySelectorAll('.scroll')) {
      if (box.scrollWidth <= box.clientWidth) continue;
      const name = box.getAttribute('aria-label');
      if (box.offsetHeight - box.clientHeight < 6) found.push(`${name}: no visible scroll bar`);
      box.scrollLeft = box.scrollWidth;
      for (const row of box.querySelectorAll('tr:not([hidden])')) {
        const first = row.cells[0].getBoundingClientRect();
        if (Math.abs(first.left - box.getBoundingClientRect().left) > 1) found.push(`${name}: the first column moves`);
        row.scrollIntoView({ block: 'center', behavior: 'instant' });
        const here = row.cells[0].getBoundingClientRect();
        const top = document.elementFromPoint(here.right - 3, here.top + here.height / 2);
        if (!row.cells[0].contains(top)) found.push(`${name}: another column covers the first`);
      }
      const back = getComputedStyle(box.querySelector('tr').cells[0]).backgroundColor;
      if (!/^rgb\(/.test(back)) found.push(`${name}: the first column is transparent (${back})`);
      box.scrollLeft = 0;
    }
    found.push(...overlaps(lines(), 'text'));
    for (const chart of document.querySelectorAll('canvas')) {
      const own = texts.get(chart) ?? [];
      const title = chart.getAttribute('aria-label').slice(0, 40);
      if (!own.length) found.push(`${title}: no text`);
      found.push(...overlaps(own, title));
      const frame = { left: 0, top: 0, right: chart.width, bottom: chart.height };
      own.forEach((box) => found.push(...outside(box, frame, title)));
    }
    return [...new Set(found)].slice(0, 20);
  };
})();
