/** The style of the page. No address in it, so that nothing is loaded. */
export const pageStyle = `
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 1.5rem auto; max-width: 75rem; padding: 0 1rem; }
h1, h2 { line-height: 1.2; }
table { border-collapse: collapse; margin-bottom: 1rem; }
th, td { border-bottom: 1px solid #8886; padding: .2rem .7rem; text-align: left; vertical-align: top; }
.scroll { overflow-x: auto; }
.mono, pre, code { font-family: ui-monospace, monospace; }
pre { overflow-wrap: anywhere; white-space: pre-wrap; margin: .3rem 0 1rem 1rem; }
.grid a { text-decoration: none; }
.passed { color: light-dark(#17702c, #6fd08a); }
.failed { color: light-dark(#b3261e, #ff9a8f); }
.unscored, .evidence { color: light-dark(#855600, #f0c060); }
form:not([hidden]) { display: flex; flex-wrap: wrap; gap: .5rem 1.2rem; margin: 1rem 0; }
.hidden { display: none; }
`;
