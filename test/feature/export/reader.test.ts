import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { read, section } from '../../docs/markdown.js';
import { installPackages, noProject } from '../../package/install.js';
import { ownNode } from '../../package/node.js';
import { openFolder } from '../../rig/open.js';

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

const gnumeric = '/usr/bin/ssconvert';

/** Those of npm are no dependencies of the project: they are installed for these tests alone. */
const packages = [
  '@duckdb/node-api@1.5.6-r.1',
  'nodejs-polars@0.26.1',
  // On Node.js 20 npm leaves it out, since it asks for 22; it loads on 20.
  ...(process.platform === 'linux' && process.arch === 'x64'
    ? ['nodejs-polars-linux-x64-gnu@0.26.1']
    : []),
];
const installed = installPackages(ownNode, packages);
const noRegistry = typeof installed === 'string' ? ` (SKIPPED: ${installed})` : '';
const project = typeof installed === 'string' ? noProject : installed;

/** Answers an SQL query as JSON: an array of rows, each with its values as texts. */
const duckdb = (sql: string): string =>
  project.run(
    process.execPath,
    '--input-type=module',
    '-e',
    `import { DuckDBInstance } from '@duckdb/node-api';
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const result = await connection.runAndReadAll(process.argv[1]);
    console.log(JSON.stringify(result.getRows().map((row) => row.map(String))));`,
    sql,
  );

/** Prints the names of the columns of a frame and its last row, as JSON. */
const polars = (frame: string): string =>
  project.run(
    process.execPath,
    '--input-type=module',
    '-e',
    `import pl from 'nodejs-polars';
    const frame = ${frame};
    console.log(JSON.stringify(frame.columns), JSON.stringify(frame.row(frame.height - 1)));`,
  );

const page = section(read('docs/clients.md'), 'A list as a file');

function writeFiles(folder: string, rows: readonly object[]): void {
  writeFileSync(join(folder, 'screens.csv'), `${csv}\r\n`);
  const lines = rows.map((row) => `${JSON.stringify(row)}\n`);
  writeFileSync(join(folder, 'screens.ndjson'), lines.join(''));
}

describe('a reader of a file', () => {
  for (const [name, { needs, plain, wrong, recipe, around, right }] of Object.entries(readers)) {
    const missing = existsSync(needs) ? '' : ` (skipped: there is no ${needs})`;
    it.skipIf(missing !== '')(
      `${name} reads it by the recipe of the page, and not by itself${missing}`,
      () => {
        const folder = openFolder();
        writeFiles(folder, ndjson);
        const run = (command: string): string =>
          execFileSync('bash', ['-c', command], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
        expect(page).toContain(`\`${recipe}\``);
        expect(run(plain)).toMatch(wrong);
        expect(run(around?.(recipe) ?? recipe)).toMatch(right);
      },
    );
  }

  const noGnumeric = existsSync(gnumeric) ? '' : ` (skipped: there is no ${gnumeric})`;
  it.skipIf(noGnumeric !== '')(`Gnumeric has no way to read it as it is${noGnumeric}`, () => {
    const folder = openFolder();
    writeFiles(folder, ndjson);
    execFileSync(gnumeric, ['screens.csv', 'out.csv'], { cwd: folder, stdio: 'pipe' });
    const read = readFileSync(join(folder, 'out.csv'), 'utf8');
    expect(read).toContain('Zürich,123,30,08:00:00,"2026/01/01 08:00:00"');
    const help = execFileSync(gnumeric, ['--help-all'], { encoding: 'utf8', stdio: 'pipe' });
    expect(help).toContain('--export-options');
    expect(help).not.toContain('--import-options');
  });
});

describe.skipIf(noRegistry !== '')(`a reader of a file, from npm${noRegistry}`, () => {
  afterAll(() => project.remove());

  describe('DuckDB', () => {
    const recipe = "read_json('screens.ndjson', sample_size=-1)";
    const whole = Array.from({ length: 20_480 }, () => ({ seconds: 30 }));
    const seconds = 'typeof(min(seconds)), min(seconds)';

    it('reads NDJSON by the recipe of the page, and rounds a late fraction by itself', () => {
      writeFiles(project.folder, [...whole, { seconds: 7.5 }]);
      expect(page).toContain('| DuckDB 1.5.6 ');
      expect(page).toContain(`\`${recipe}\``);
      expect(duckdb('select version()')).toContain('v1.5.6');
      expect(duckdb(`select ${seconds} from 'screens.ndjson'`)).toContain('["BIGINT","8"]');
      expect(duckdb(`select ${seconds} from ${recipe}`)).toContain('["DOUBLE","7.5"]');
    });

    it('reads a fraction that comes one row earlier', () => {
      writeFiles(project.folder, [...whole.slice(1), { seconds: 7.5 }]);
      expect(duckdb(`select ${seconds} from 'screens.ndjson'`)).toContain('["DOUBLE","7.5"]');
    });

    it('keeps the zone of an instant in CSV, and by the recipe of the page in NDJSON', () => {
      const types = (rows: readonly object[]): string => {
        writeFiles(project.folder, rows);
        return ['csv', 'ndjson']
          .map((type) => duckdb(`select distinct typeof("at") from 'screens.${type}'`).trim())
          .join(' ');
      };
      const alike = ndjson.map((row) => ({ ...row, at: '2026-01-01T08:00:00.000Z' }));
      expect(types(alike)).toBe('[["TIMESTAMP WITH TIME ZONE"]] [["TIMESTAMP"]]');
      expect(types(ndjson)).toBe('[["TIMESTAMP WITH TIME ZONE"]] [["VARCHAR"]]');
      const zoned = "timezone('UTC', updatedAt::TIMESTAMP)";
      expect(page).toContain(`\`${zoned}\``);
      const instant = zoned.replace('updatedAt', '"at"');
      const read = duckdb(`select typeof(min(${instant})), epoch(min(${instant})) from ${recipe}`);
      expect(read).toContain('["TIMESTAMP WITH TIME ZONE","1767254400"]');
    });

    it('reads the texts, times and empty cells of CSV as they are', () => {
      writeFiles(project.folder, ndjson);
      const read = duckdb("select name, code, seconds, starts::varchar from 'screens.csv'");
      expect(JSON.parse(read)).toEqual([
        ['Zürich', '00123', '30', '08:00:00'],
        ['1e5', '00124', 'null', '09:30:00'],
      ]);
    });
  });

  describe('polars', () => {
    const lines = "pl.scanJson('screens.ndjson', { inferSchemaLength: null })";
    const types = "pl.readCSV('screens.csv', { dtypes: { code: pl.Utf8 } })";
    const late = [...Array.from({ length: 100 }, () => ({ name: null })), { name: 'Zürich' }];

    beforeAll(() => {
      expect(page).toContain('| polars 0.26.1 ');
      expect(page).toContain(`\`${lines}\``);
      expect(page).toContain(`\`${types}\``);
    });

    it('reads NDJSON by the recipe, and by itself no more than its first 100 rows', () => {
      writeFiles(project.folder, late);
      const guessed = "pl.scanJson('screens.ndjson').collectSync()";
      expect(() => polars(guessed)).toThrow('got non-null value for NULL-typed column: Zürich');
      expect(polars(`${lines}.collectSync()`)).toBe('["name"] ["Zürich"]\n');
      const named = [...Array.from({ length: 100 }, () => ({ id: 'a' })), { id: 'b', name: 'c' }];
      writeFiles(project.folder, named);
      expect(polars(guessed)).toBe('["id"] ["b"]\n');
      expect(polars(`${lines}.collectSync()`)).toBe('["id","name"] ["b","c"]\n');
    });

    it('reads 00123 of CSV by the recipe, and 123 by itself', () => {
      writeFiles(project.folder, ndjson);
      expect(polars("pl.readCSV('screens.csv')")).toContain('["1e5",124,null,"09:30",');
      expect(polars(types)).toContain('["1e5","00124",null,"09:30",');
    });
  });
});
