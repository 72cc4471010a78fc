import { chooseExamples, type Examples, residualOf } from './neighbours.ts';
import { driftOf, type Row, type Scale, scaleOf, type Vector } from './statistics.ts';

/**
 * How a row is compared with the learned span: by the level of the last rows, by the relation of its columns
 * to each other (`state`), by the jump since the row before, by the unrest of the last rows.
 */
export const VIEWS = ['level', 'state', 'jump', 'unrest'] as const;
export type View = (typeof VIEWS)[number];
export type Features = Record<View, Vector[]>;

/** Folds of the learned span; each is scored by what the others teach. */
export const FOLDS = 5;

/** What is learned about the columns. */
export interface Columns {
  scales: readonly Scale[];
  /** Places of the columns that vary in the learned span. */
  used: readonly number[];
  /** Correlation of each used column with itself one row earlier. */
  memory: readonly number[];
  /** Rows that level and unrest cover. */
  window: number;
  learned: number;
  examples: Examples;
}

/** The part of the learned span that a window covers, and its bounds in rows. */
const WINDOW = { share: 1 / 25, least: 4, most: 30 };
/** Unrest is a logarithm: this many widths keep it finite in a flat window. */
const LEAST_UNREST = 0.02;
/** Widths; keeps running sums exact after a wild value. */
const MOST_WIDTHS = 100;

/** Rows for which a missing cell repeats the last known one; after them it is unknown. */
const CARRIED_ROWS = 2;
/** The least share of a window that must be known. */
const LEAST_WINDOW = 0.5;

/** In widths from the centre; NaN is unknown. */
function scaleRows(scales: readonly Scale[], used: readonly number[], rows: readonly Row[]): Vector[] {
  const last = new Float64Array(used.length).fill(Number.NaN);
  const ages = new Uint32Array(used.length);
  return rows.map((row) => {
    used.forEach((column, place) => {
      const { centre = 0, width = 1 } = scales[column] ?? {};
      const value = ((row[column] ?? Number.NaN) - centre) / width;
      const age = Number.isNaN(value) ? (ages[place] ?? 0) + 1 : 0;
      ages[place] = age;
      if (age === 0) last[place] = Math.max(-MOST_WIDTHS, Math.min(MOST_WIDTHS, value));
      else if (age > CARRIED_ROWS) last[place] = Number.NaN;
    });
    return last.slice();
  });
}

function memoryOf(rows: readonly Vector[], place: number): number {
  let both = 0;
  let own = 0;
  for (let i = 1; i < rows.length; i++) {
    const before = rows[i - 1]?.[place] ?? Number.NaN;
    const product = before * (rows[i]?.[place] ?? Number.NaN);
    if (Number.isNaN(product)) continue;
    both += product;
    own += before * before;
  }
  return own > 0 ? Math.max(0, Math.min(1, both / own)) : 0;
}

const foldAt = (place: number, learned: number) => Math.floor((place * FOLDS) / learned);

export function learnColumns(rows: readonly Row[], count: number): Columns {
  const scales = Array.from({ length: count }, (_, column) =>
    scaleOf(rows.map((row) => row[column] ?? Number.NaN)),
  );
  const used = scales.flatMap(({ width }, column) => (width === undefined ? [] : [column]));
  const scaled = scaleRows(scales, used, rows);
  const learned = rows.length;
  const window = Math.round(Math.max(WINDOW.least, Math.min(WINDOW.most, WINDOW.share * learned)));
  const drift = driftOf(runWindow(scaled, window).level, used.length);
  return {
    scales,
    used,
    window,
    learned,
    memory: used.map((_, place) => memoryOf(scaled, place)),
    examples: chooseExamples(scaled, (place) => foldAt(place, learned), drift),
  };
}

/** Running sums of the known cells of the last `window` rows, column by column. */
function createSums(width: number) {
  const [count, sum, squares] = [new Float64Array(width), new Float64Array(width), new Float64Array(width)];
  return {
    add(row: Vector | undefined, sign: 1 | -1) {
      row?.forEach((value, i) => {
        if (Number.isNaN(value)) return;
        count[i] = (count[i] ?? 0) + sign;
        sum[i] = (sum[i] ?? 0) + sign * value;
        squares[i] = (squares[i] ?? 0) + sign * value * value;
      });
    },
    /** Mean and deviation of a column; NaN if too little of it is known. */
    figures(i: number, least: number): [mean: number, deviation: number] {
      const known = count[i] ?? 0;
      if (known === 0 || known < least) return [Number.NaN, Number.NaN];
      const mean = (sum[i] ?? 0) / known;
      return [mean, Math.sqrt(Math.max(0, (squares[i] ?? 0) / known - mean * mean))];
    },
  };
}

/** Mean and logarithm of the deviation of the last `window` rows. */
function runWindow(rows: readonly Vector[], window: number): Pick<Features, 'level' | 'unrest'> {
  const sums = createSums(rows[0]?.length ?? 0);
  const level: Vector[] = [];
  const unrest: Vector[] = [];
  rows.forEach((row, at) => {
    sums.add(row, 1);
    sums.add(rows[at - window], -1);
    const [means, logs] = [new Float64Array(row.length), new Float64Array(row.length)];
    for (let i = 0; i < row.length; i++) {
      const [mean, deviation] = sums.figures(i, LEAST_WINDOW * window);
      means[i] = mean;
      logs[i] = Math.log(LEAST_UNREST + deviation);
    }
    level.push(means);
    unrest.push(logs);
  });
  return { level, unrest };
}

/** The features of all rows; the first `learned` of them are those that were learned. */
export function featuresOf(columns: Columns, rows: readonly Row[]): Features {
  const { memory, window, learned, examples } = columns;
  const scaled = scaleRows(columns.scales, columns.used, rows);
  const residuals = scaled.map((row, at) =>
    residualOf(examples, row, at < learned ? foldAt(at, learned) : -1),
  );
  return {
    ...runWindow(scaled, window),
    state: runWindow(residuals, Math.ceil(window / 2)).level,
    jump: scaled.map((row, at) =>
      row.map((value, place) => value - (memory[place] ?? 0) * (scaled[at - 1]?.[place] ?? value)),
    ),
  };
}
