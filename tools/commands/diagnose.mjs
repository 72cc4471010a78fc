import { ensureInstalled, projectNode } from '../env/bootstrap.mjs';
import { TEXT } from '../env/command.mjs';
import { run } from '../env/run.mjs';

/** @type {import('../env/command.mjs').Command} */
export const diagnose = {
  summary: 'find rows of a table that differ from its healthy beginning',
  usage: `Usage: npm run diagnose -- FILE.csv --learn N [--also ROW …] [--columns NAME,NAME …]
Learns how a machine behaves from the first N rows (30 or more, all healthy), and writes one line for each row:
  time,score,alarm,top columns
The score is 1 or more where the row is not as learned; the alarm is 1 from the third such row in a row until the third
below 0.8, and 0 in the learned rows; the columns that contributed most are separated by |. About 1 % of healthy rows
score 1 or more. An alarm longer than N rows becomes a new state: the alarm is 2 from then on, and a note offers to learn
the state with --also ROW, which takes the N rows from there on as healthy too.
A note says if the N rows are too few: if their first half raises alarms in the second, or if columns wander in them;
such columns are judged by their change.
The table has a header, columns separated by comma, semicolon or tab, decimal point or comma, a time column (otherwise
the row number is the time) and numeric columns. Empty cells are missing values. Columns that are constant in the
learned rows are left out; --columns selects others than all. Notes go to standard error.
Exit code 0: scored. Exit code 1: wrong arguments, or a file that cannot be scored.`,
  options: {
    learn: TEXT,
    also: { type: 'string', multiple: true },
    columns: { type: 'string', multiple: true },
  },
  positionals: [1, 1],
  arePaths: true,
  async run({ positionals: [file = ''], values: { learn, also = [], columns = [] } }) {
    await ensureInstalled();
    const args = [
      ...(learn === undefined ? [] : [`--learn=${learn}`]),
      ...also.map((row) => `--also=${row}`),
      ...columns.map((name) => `--columns=${name}`),
    ];
    return (await run(projectNode(), ['tools/diagnose/diagnose-tool.ts', ...args, '--', file])).code;
  },
};
