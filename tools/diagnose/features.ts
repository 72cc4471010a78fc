import { chooseExamples, type Examples, residualOf } from './neighbours.ts';
import { type Row, type Scale, scaleOf, type Vector, wanderOf } from './statistics.ts';

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
  /** For each used column its wander (`wanderOf`) and, where it wanders, the scale of its change. */
  wander: readonly { ratio: number; change?: Scale }[];
  /** Correlation of each used column with itself one row earlier. */
  memory: readonly number[];
  /** Rows that level and unrest cover. */
  window: number;
  /** Place of the first learned row in the table, and the number of learned rows. */
  from: number;
  learned: number;
  examples: Examples;
}

/** The part of the learned span that a window covers, and its bounds in rows. */
const WINDOW = { share: 1 / 25, least: 4, most: 30 };
/** A column that wanders is compared with its own mean of about so many windows before the row. */
const FOLLOWED_WINDOWS = 2;
/** A column wanders if its folds differ more from each other than the windows within a fold do. */
const MOST_WANDER = 1;
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

/** Replaces columns that wander by their change: the difference to their own slow mean. */
function followWander(rows: readonly Vector[], wanders: readonly boolean[], window: number): Vector[] {
  const slow = new Float64Array(wanders.length).fill(Number.NaN);
  return rows.map((row) =>
    row.map((value, place) => {
      if (!wanders[place] || Number.isNaN(value)) return value;
      const before = Number.isNaN(slow[place]) ? value : (slow[place] ?? value);
      slow[place] = before + (value - before) / (FOLLOWED_WINDOWS * window);
      return value - before;
    }),
  );
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

const windowOf = (learned: number) =>
  Math.round(Math.max(WINDOW.least, Math.min(WINDOW.most, WINDOW.share * learned)));

/** Which used columns wander within the learned rows, and the scale of their change. */
function learnWander(scaled: readonly Vector[], window: number, width: number): Columns['wander'] {
  const ratios = wanderOf(runWindow(scaled, window).level.slice(window), width, FOLDS);
  const isWandering = [...ratios].map((ratio) => ratio > MOST_WANDER);
  const changes = followWander(scaled, isWandering, window);
  return isWandering.map((wanders, place) => {
    const ratio = ratios[place] ?? 0;
    return wanders ? { ratio, change: scaleOf(changes.map((row) => row[place] ?? Number.NaN)) } : { ratio };
  });
}

/** Replaces columns that wander by their change, in its own widths. */
function judgedRows(
  scaled: readonly Vector[],
  { wander, window }: Pick<Columns, 'wander' | 'window'>,
): Vector[] {
  const wanders = wander.map(({ change }) => change !== undefined);
  return followWander(scaled, wanders, window).map((row) =>
    row.map((value, place) => {
      const { centre = 0, width = 1 } = wander[place]?.change ?? {};
      return (value - centre) / width;
    }),
  );
}

export function learnColumns(rows: readonly Row[], count: number, from: number): Columns {
  const scales = Array.from({ length: count }, (_, column) =>
    scaleOf(rows.map((row) => row[column] ?? Number.NaN)),
  );
  const used = scales.flatMap(({ width }, column) => (width === undefined ? [] : [column]));
  const learned = rows.length;
  const window = windowOf(learned);
  const scaled = scaleRows(scales, used, rows);
  const wander = learnWander(scaled, window, used.length);
  const judged = judgedRows(scaled, { wander, window });
  return {
    scales,
    used,
    wander,
    window,
    from,
    learned,
    memory: used.map((_, place) => memoryOf(judged, place)),
    examples: chooseExamples(judged, (place) => foldAt(place, learned)),
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

/** Whether a row of the table is one of the learned ones. */
export const isLearned = ({ from, learned }: Columns, at: number) => at >= from && at < from + learned;

/** The features of all rows of the table, or of the learned ones alone. */
export function featuresOf(columns: Columns, rows: readonly Row[], first = 0): Features {
  const { memory, window, from, learned, examples } = columns;
  const judged = judgedRows(scaleRows(columns.scales, columns.used, rows), columns);
  const residuals = judged.map((row, at) =>
    residualOf(examples, row, isLearned(columns, first + at) ? foldAt(first + at - from, learned) : -1),
  );
  return {
    ...runWindow(judged, window),
    state: runWindow(residuals, Math.ceil(window / 2)).level,
    jump: judged.map((row, at) =>
      row.map((value, place) => value - (memory[place] ?? 0) * (judged[at - 1]?.[place] ?? value)),
    ),
  };
}
