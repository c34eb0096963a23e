import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { read, section } from '../docs/markdown.js';
import { openFolder } from '../rig/open.js';

/**
 * Rows as the façade prints them: texts that look like numbers, an empty cell, times of day, and
 * instants.
 */
const csv = [
  'name,code,seconds,starts,at',
  'Zürich,00123,30,08:00,2026-01-01T08:00:00Z',
  '1e5,00124,,09:30,2026-01-01T09:00:00.5Z',
].join('\r\n');
const ndjson = [
  { name: 'Zürich', code: '00123', seconds: 30, starts: '08:00', at: '2026-01-01T08:00:00Z' },
  { name: '1e5', code: '00124', seconds: null, starts: '09:30', at: '2026-01-01T09:00:00.5Z' },
];

interface Reader {
  /** The file of its command. */
  readonly needs: string;
  /** What anybody would type first, and what is wrong then. */
  readonly plain: string;
  readonly wrong: RegExp;
  /** The recipe of the page, and what is right. */
  readonly recipe: string;
  readonly around?: (recipe: string) => string;
  readonly right: RegExp;
}

const filter = 'CSV:44,34,76,1,1/2/2/2/3/2/4/2/5/2';
const back = "--convert-to 'csv:Text - txt - csv (StarCalc):44,34,76' --outdir out screens.csv";
const office = 'soffice -env:UserInstallation=file://"$PWD"/profile --headless';
const python = (line: string): string =>
  `/usr/bin/python3 -c "import pandas as pd; print(${line}['code'][0])"`;
const average = (column: string): string =>
  `sqlite3 :memory: '.import --csv screens.csv t' "select avg(${column}) from t"`;
const rscript = (line: string): string => `Rscript -e "cat(${line}[['code']][1])"`;

const readers: Readonly<Record<string, Reader>> = {
  SQLite: {
    needs: '/usr/bin/sqlite3',
    plain: average('seconds'),
    wrong: /^15\.0$/m,
    recipe: "avg(nullif(seconds, ''))",
    around: () => average("nullif(seconds, '')"),
    right: /^30\.0$/m,
  },
  csvkit: {
    needs: '/usr/bin/csvjson',
    plain: 'csvjson screens.csv',
    wrong: /"code": 123\.0.*"starts": "0:08:00"/,
    recipe: 'csvjson -I screens.csv',
    right: /"code": "00123".*"starts": "08:00"/,
  },
  pandas: {
    needs: '/usr/lib/python3/dist-packages/pandas/__init__.py',
    plain: python("pd.read_json('screens.ndjson', lines=True)"),
    wrong: /^123$/m,
    recipe: "pd.read_json('screens.ndjson', lines=True, dtype=False, convert_dates=False)",
    around: python,
    right: /^00123$/m,
  },
  R: {
    needs: '/usr/bin/Rscript',
    plain: rscript("read.csv('screens.csv')"),
    wrong: /^123$/m,
    recipe: "read.csv('screens.csv', colClasses = c(code = 'character'))",
    around: rscript,
    right: /^00123$/m,
  },
  Miller: {
    needs: '/usr/bin/mlr',
    plain: 'mlr --icsv --ojson cat screens.csv',
    wrong: /"name": 1e5,/,
    recipe: 'mlr -S --icsv --ojson cat screens.csv',
    right: /"name": "1e5",/,
  },
  LibreOffice: {
    needs: '/usr/bin/soffice',
    plain: `${office} ${back} >&2; cat out/screens.csv`,
    wrong: /ZÃ¼rich,123,/,
    recipe: `--infilter='${filter}'`,
    around: (recipe) => `${office} ${recipe} ${back} >&2; cat out/screens.csv`,
    right: /Zürich,00123,30,08:00,2026-01-01T08:00:00Z/,
  },
};

const page = section(read('docs/clients.md'), 'A list as a file');

describe('a reader of a file', () => {
  for (const [name, { needs, plain, wrong, recipe, around, right }] of Object.entries(readers)) {
    const missing = existsSync(needs) ? '' : ` (skipped: there is no ${needs})`;
    it.skipIf(missing !== '')(
      `${name} reads it by the recipe of the page, and not by itself${missing}`,
      () => {
        const folder = openFolder();
        writeFileSync(join(folder, 'screens.csv'), `${csv}\r\n`);
        writeFileSync(
          join(folder, 'screens.ndjson'),
          ndjson.map((row) => `${JSON.stringify(row)}\n`).join(''),
        );
        const run = (command: string): string =>
          execFileSync('bash', ['-c', command], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
        expect(page).toContain(`\`${recipe}\``);
        expect(run(plain)).toMatch(wrong);
        expect(run(around?.(recipe) ?? recipe)).toMatch(right);
      },
    );
  }
});
