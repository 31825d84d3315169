/** Jobs too long for the trading thread; only worker threads import them (R-SEC-33). */
const jobFiles = [
  'services/content/clean-article',
  'gateway/http/statement/(?:statement-(?:job|pdf|csv)|own-data-pdf|pdf-(?:table|document))',
  'adapters/captcha/paint-captcha',
  'main-worker',
  'snapshot-thread',
  'adapters/feeds/live/(?:exact-values|quote-sender|read-json)',
  'adapters/feeds/fix/(?:fix-(?:connection|message|session|time|worker)|market-data|sequence-store)',
  'adapters/feeds/hedging/(?:fix-provider|order-messages)',
  'adapters/feeds/poll/(?:poll-worker|rate-table)',
  'adapters/feeds/websocket/(?:feed-worker|frame-reader|venue-connection)',
  'feed-thread',
];
export const job = new RegExp(`^apps/server/src/(?:${jobFiles.join('|')})\\.ts$`);
/** Role whose process has no trading thread, so that it may run jobs in its own. */
export const withoutTrading = /^apps\/server\/src\/start-hedger-role\.ts$/;
export const jobPackages = /^(pdfkit|markdown-it|hast-util-(from-html|sanitize))$/;

/**
 * Files that load modules by a computed name: the database's programs, the loader of a thread, and the texts, whose folder
 * is the language. The verifier's primitives take Node's where there is Node: they run in browsers too.
 */
export const mayLoadUnseen =
  /^(apps\/server\/src\/adapters\/(postgres\/embedded\/binaries|threads\/worker-pool)|packages\/texts\/src\/(remarks|web|server))\.ts$|^tools\/verify-receipt\/primitives\.mjs$/;

/** Server files that may read the engine's state; every other one uses `ports/trading-port.ts`. */
export const mayReadState = /^apps\/server\/src\/trading\//;

/** Files of the apps that may call the server: data and the first calls; the worker that stores the app's files; the API's client. */
export const mayCallServer = /^apps\/(web\/src\/(data|boot|worker)|console\/src\/api)\//;
