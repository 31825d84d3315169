// Runs in the page before anything of it, as it stands here: what the page sees of itself, for `phone-page.ts`.
(function () {
  var seen = { largestMs: null, firstPriceMs: null, longTasksMs: [], inputDelaysMs: [], interactionsMs: [] };
  window.candorSeen = seen;
  function watch(type, take) {
    new PerformanceObserver(function (list) {
      list.getEntries().forEach(take);
    }).observe({ type: type, buffered: true, durationThreshold: 16 });
  }
  watch('largest-contentful-paint', function (entry) {
    seen.largestMs = entry.startTime;
  });
  watch('longtask', function (entry) {
    seen.longTasksMs.push(entry.duration);
  });
  // A touch is several events: the page begins to handle it with the first of them.
  var begun = {};
  watch('event', function (entry) {
    if (entry.interactionId === 0) return;
    seen.interactionsMs.push(entry.duration);
    if (begun[entry.interactionId]) return;
    begun[entry.interactionId] = true;
    seen.inputDelaysMs.push(entry.processingStart - entry.startTime);
  });
  var prices = new MutationObserver(function () {
    if (document.querySelector('[data-price]:not([data-price=""])') === null) return;
    seen.firstPriceMs = performance.now();
    prices.disconnect();
  });
  prices.observe(document, { subtree: true, childList: true, attributeFilter: ['data-price'] });
})();
