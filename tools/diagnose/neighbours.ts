import type { Vector } from './statistics.ts';

/** Rows of the learned span that stand for its operating points. */
const MOST_EXAMPLES = 400;
const NEIGHBOURS = 5;
/** Limit of the squared difference of one column: a broken sensor must not choose the neighbours. */
const MOST_SQUARED = 25;

/** Learned rows, each with the fold in which it is held out. */
export interface Examples {
  rows: readonly Vector[];
  folds: readonly number[];
}

export function chooseExamples(rows: readonly Vector[], foldOf: (place: number) => number): Examples {
  const step = Math.max(1, Math.floor(rows.length / MOST_EXAMPLES));
  const places = rows.flatMap((_, place) => (place % step === 0 ? [place] : []));
  return {
    rows: places.map((place) => rows[place] ?? new Float64Array()),
    folds: places.map(foldOf),
  };
}

function squaredDistance(a: Vector, b: Vector): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) {
    const off = (a[i] ?? 0) - (b[i] ?? 0);
    if (!Number.isNaN(off)) sum += Math.min(MOST_SQUARED, off * off);
  }
  return sum;
}

/** The difference between a row and the mean of its nearest examples; those of its own fold are left out. */
export function residualOf({ rows, folds }: Examples, row: Vector, fold: number): Vector {
  const nearest: { far: number; example: Vector }[] = [];
  rows.forEach((example, place) => {
    if (folds[place] === fold) return;
    const far = squaredDistance(row, example);
    if (nearest.length === NEIGHBOURS && far >= (nearest.at(-1)?.far ?? 0)) return;
    const after = nearest.findIndex((other) => other.far > far);
    nearest.splice(after < 0 ? nearest.length : after, 0, { far, example });
    if (nearest.length > NEIGHBOURS) nearest.pop();
  });
  return row.map((value, i) => {
    let sum = 0;
    let known = 0;
    for (const { example } of nearest) {
      if (Number.isNaN(example[i])) continue;
      sum += example[i] ?? 0;
      known++;
    }
    return value - sum / known;
  });
}
