/** The style of the reference page, light and dark. */
export const style = `
:root { color-scheme: light dark; --ink: #17212b; --dim: #5b6875; --line: #dfe4e9; --paper: #fff; --panel: #f5f7f9; --accent: #0b6bcb; --get: #0f7b4f; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6ebf0; --dim: #9aa7b4; --line: #2b3743; --paper: #11181f; --panel: #18222b; --accent: #6cb6ff; --get: #4cc38a; } }
* { box-sizing: border-box; }
body { margin: 0; display: flex; color: var(--ink); background: var(--paper); font: 15px/1.55 system-ui, sans-serif; }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; flex: 0 0 230px; padding: 24px 20px; background: var(--panel); border-right: 1px solid var(--line); }
nav ul { list-style: none; margin: 14px 0; padding: 0; }
nav li { margin: 3px 0; font-size: 13.5px; }
nav small { color: var(--dim); font-weight: 400; }
main { flex: 1; min-width: 0; max-width: 940px; padding: 24px 40px 90px; }
h1 { margin: 0 0 8px; font-size: 30px; }
h2 { margin: 44px 0 8px; font-size: 22px; }
h3 { margin: 0 0 8px; font-size: 17px; }
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
section { margin: 16px 0; padding: 18px 20px; border: 1px solid var(--line); border-radius: 10px; overflow-x: auto; }
section:target { border-color: var(--accent); }
code, pre { font: 13px/1.5 ui-monospace, monospace; }
.call b { color: var(--get); margin-right: 6px; }
.scope { float: right; padding: 1px 10px; border-radius: 99px; background: var(--panel); border: 1px solid var(--line); font-size: 12.5px; color: var(--dim); }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 5px 12px 5px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; font-size: 14px; }
th { color: var(--dim); font-weight: 500; }
form { display: flex; flex-wrap: wrap; gap: 10px; align-items: end; }
label { font-size: 13px; color: var(--dim); }
input { display: block; padding: 6px 9px; border: 1px solid var(--line); border-radius: 6px; background: var(--paper); color: var(--ink); font: 13px ui-monospace, monospace; }
#credential { width: min(100%, 420px); }
button { padding: 7px 16px; border: 0; border-radius: 6px; background: var(--accent); color: var(--paper); font: inherit; font-size: 14px; cursor: pointer; }
pre { max-height: 380px; overflow: auto; margin: 12px 0 0; padding: 12px; border-radius: 8px; background: var(--panel); }
@media (max-width: 760px) { nav { display: none; } main { padding: 20px 16px 60px; } }
`;
