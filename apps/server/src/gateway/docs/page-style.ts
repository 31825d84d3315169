/** Style of the page of the API: the system's typeface and colours of the two themes, readable on a phone. */
export const pageStyle = `
:root{color-scheme:light dark;--line:light-dark(#d7dce3,#333b47);--soft:light-dark(#f4f6f9,#1b2028);--text:light-dark(#151a21,#e7ebf0);--mute:light-dark(#556070,#9aa6b5);--accent:light-dark(#1d4ed8,#7aa2ff)}
*{box-sizing:border-box}
body{margin:0;background:light-dark(#fff,#11151b);color:var(--text);font:16px/1.5 system-ui,sans-serif}
main,header{max-width:60rem;margin:0 auto;padding:1rem}
h1{font-size:1.5rem;margin:.5rem 0}
h2{font-size:1.25rem;margin:2rem 0 .5rem;text-transform:capitalize}
a{color:var(--accent)}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:0;list-style:none;text-transform:capitalize}
p{margin:.5rem 0}
code,pre,.path{font-family:ui-monospace,monospace;font-size:.875rem}
details{border:1px solid var(--line);border-radius:8px;margin:.5rem 0}
summary{display:flex;flex-wrap:wrap;gap:0 .75rem;align-items:baseline;padding:.625rem .75rem;cursor:pointer;min-height:44px}
summary .verb{font-weight:700;min-width:3rem}
summary .path{overflow-wrap:anywhere}
summary .what{color:var(--mute)}
.body{padding:0 .75rem .75rem;border-top:1px solid var(--line)}
table{width:100%;border-collapse:collapse;font-size:.875rem}
.wide{overflow-x:auto}
th,td{text-align:start;vertical-align:top;padding:.375rem .5rem .375rem 0;border-bottom:1px solid var(--line)}
td:first-child{overflow-wrap:anywhere}
h3{font-size:.875rem;margin:1rem 0 .25rem;color:var(--mute)}
pre{background:var(--soft);border-radius:8px;padding:.75rem;max-height:24rem;overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere}
form{display:grid;gap:.5rem;margin:.5rem 0}
label{display:grid;gap:.125rem;font-size:.875rem}
input{font:inherit;min-height:44px;padding:.25rem .5rem;border:1px solid var(--line);border-radius:8px;background:var(--soft);color:inherit;width:100%}
button{font:inherit;font-weight:600;min-height:44px;padding:0 1rem;border:0;border-radius:8px;background:var(--accent);color:light-dark(#fff,#0b1020);cursor:pointer}
button:disabled{opacity:.5;cursor:default}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.demo{position:sticky;top:0;background:light-dark(#fff,#11151b);border-bottom:1px solid var(--line);padding:.5rem 0;display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;z-index:1}
.deprecated summary{opacity:.7}
`;
