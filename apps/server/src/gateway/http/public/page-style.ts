import { createHash } from 'node:crypto';

const light =
  '--canvas:#f4f5f7;--surface:#fff;--sunken:#f1f3f6;--line:#e8eaef;--border:#d9dde4;--text:#0c0f14;--text-2:#474e5c;--text-3:#636a79;' +
  '--good:#0a7048;--good-fill:#12875a;--good-soft:#e2f4eb;--warn:#854700;--warn-fill:#e59a1a;--warn-soft:#fff0d4;' +
  '--bad:#cb2134;--bad-fill:#d4283a;--bad-soft:#fdeaec;--up:#1450dc;--up-fill:#1b57e6';
const dark =
  '--canvas:#08090c;--surface:#101318;--sunken:#1a1e26;--line:#20242d;--border:#2c323d;--text:#f2f4f8;--text-2:#aeb6c4;--text-3:#8991a1;' +
  '--good:#4fc48d;--good-fill:#2fa673;--good-soft:#0f2a1d;--warn:#ffc670;--warn-fill:#e5a13a;--warn-soft:#33260e;' +
  '--bad:#ff6f79;--bad-fill:#d63545;--bad-soft:#361519;--up:#6e9cff;--up-fill:#2a63ee';

/** Style of every public page. Inline, so that a saved page looks as it did. */
export const pageStyle = [
  `:root{color-scheme:light dark;${light}}`,
  `@media(prefers-color-scheme:dark){:root{${dark}}}`,
  '*{box-sizing:border-box}body{margin:0;background:var(--canvas);color:var(--text);font:.9375rem/1.45 system-ui,"Noto Sans Arabic",sans-serif}',
  '.wrap{max-width:70rem;margin:0 auto;padding-inline:1.5rem}h1,h2,p,ul,ol{margin:0}h1{font-size:2.125rem;line-height:1.15;font-weight:650}',
  'a{color:inherit}:focus-visible{outline:2px solid var(--text);outline-offset:2px}',
  'header{background:var(--surface);border-bottom:1px solid var(--line)}header .wrap{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem 1.5rem;padding-block:.5rem}',
  'header b{overflow-wrap:anywhere}nav{display:flex;flex-wrap:wrap;gap:0 1.25rem;flex:1}nav a{display:flex;align-items:center;min-height:2.75rem;text-decoration:none;color:var(--text-3);font-size:.8125rem;font-weight:550}',
  'nav a[aria-current]{color:var(--text);font-weight:650;box-shadow:inset 0 -2px var(--text)}',
  'details{position:relative}summary{min-height:2.75rem;display:flex;align-items:center;cursor:pointer;font-weight:600;font-size:.8125rem}',
  'details ul{position:absolute;inset-inline-end:0;z-index:1;list-style:none;padding:.5rem;background:var(--surface);border:1px solid var(--border);border-radius:.75rem;columns:2;width:max-content;max-width:80vw}',
  'details li a{display:block;padding:.6rem .75rem;text-decoration:none;break-inside:avoid}',
  'main{display:block;padding-block:1.6rem 2.5rem}.lead{color:var(--text-2);max-width:62ch;margin-top:.4rem}',
  '.verdict{padding:1.25rem 1.4rem;border-radius:1rem;margin-top:1.1rem;background:var(--sunken);color:var(--text-2)}.verdict h2{font-size:1.6rem;line-height:1.2;font-weight:650}',
  '.verdict.good{background:var(--good-soft);color:var(--good)}.verdict.bad{background:var(--bad-soft);color:var(--bad)}.verdict.unfinished{background:var(--warn-soft);color:var(--warn)}',
  '.pane{background:var(--surface);border-radius:1rem;margin-top:.75rem;padding:.9rem 1.1rem;overflow-x:auto}.pane h2{font-size:.9375rem;font-weight:650;margin-bottom:.4rem}.pane small,.note{color:var(--text-3);font-size:.8125rem}',
  '.cols{display:grid;gap:0 .75rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));align-items:start}',
  '.figures{display:grid;gap:.75rem;grid-template-columns:repeat(auto-fit,minmax(10rem,1fr));background:var(--surface);border-radius:1rem;margin-top:1.1rem;padding:.9rem 1.1rem}.figures dt{color:var(--text-3);font-size:.8125rem}.figures dd{margin:0;font-size:1.25rem;font-weight:650;overflow-wrap:anywhere}.figures dd small{display:block;font-size:.8125rem;font-weight:400;color:var(--text-3)}',
  'table{border-collapse:collapse;width:100%;font-size:.8125rem}th,td{text-align:start;padding:.55rem .5rem;border-top:1px solid var(--line)}thead th{border:0;color:var(--text-3);font-weight:500}tbody th{font-weight:500}td.n,th.n{text-align:end;font-variant-numeric:tabular-nums}',
  '.good{color:var(--good)}.bad{color:var(--bad)}.unfinished{color:var(--warn)}.up{color:var(--up)}',
  '.days{display:flex;gap:2px;list-style:none;padding:0}.days li{flex:1;height:1.6rem;border-radius:2px;background:var(--border)}.days .good{background:var(--good-fill)}.days .bad{background:var(--bad-fill)}.days .unfinished{background:var(--warn-fill)}',
  'pre,code{font:.75rem/1.5 ui-monospace,Menlo,Consolas,monospace;direction:ltr;unicode-bidi:isolate}pre{background:var(--sunken);border-radius:.6rem;padding:.6rem .75rem;margin:.4rem 0 0;overflow-x:auto;text-align:left}code{overflow-wrap:anywhere}',
  '.against{color:var(--bad)}.inFavour{color:var(--up)}.even{color:var(--good)}p.open{color:var(--text-3)}.bars{display:block;width:100%;max-height:8rem;margin:.5rem 0}rect.bad{fill:var(--bad-fill)}rect.up{fill:var(--up-fill)}rect.even{fill:var(--text-3)}',
  '.note+.note,pre+.note{margin-top:.6rem}',
  // On a phone the company and its languages are in one row, the pages in the next, which scrolls if they are many.
  '@media(max-width:40rem){.wrap{padding-inline:1rem}h1{font-size:1.75rem}.days{gap:1px}header b{flex:1}nav{order:1;flex:1 0 100%;flex-wrap:nowrap;overflow-x:auto}nav a{flex:none}}',
].join('');

const styleHash = createHash('sha256').update(pageStyle).digest('base64');

/** Headers of a public page: no script, no file, nothing of another site. */
export const publicPageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
  'x-frame-options': 'DENY',
  'cache-control': 'public, max-age=5',
  vary: 'accept-language',
};
