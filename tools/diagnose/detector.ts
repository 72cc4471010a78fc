import {
  type Columns,
  type Features,
  FOLDS,
  featuresOf,
  isLearned,
  learnColumns,
  VIEWS,
  type View,
} from './features.ts';
import { contributions, distance, type Gaussian, momentsOf, shrink, surprise } from './gaussian.ts';
import { quantile, type Row, type Vector } from './statistics.ts';

/** The learned behaviour in one view; a distance of `threshold` is a score of 1. */
interface ViewModel {
  gaussian: Gaussian;
  threshold: number;
}

/** Before the calibration: distances of the learned rows, each by what the other folds teach. */
interface LearnedView {
  gaussian: Gaussian;
  distances: number[];
}

export interface Model {
  columns: Columns;
  views: Record<View, ViewModel>;
}

export interface Score {
  /** 1 and more is not as learned. */
  score: number;
  isAlarm: boolean;
  /** The first row of an alarm that has lasted longer than the learned span: no alarm any more, but a new state. */
  newStateFrom?: number;
  /** Columns that contributed most, the largest first. */
  top: number[];
}

/** The least number of rows that can be learned: each fold needs a few. */
export const LEAST_LEARNED = 30;

const SHRINKAGES = [0.02, 0.1, 0.3, 0.6, 1];
/** The share of healthy rows that may score 1 or more in any view. */
export const FALSE_SHARE = 0.01;
/** Healthy rows of the next span differ a little more than those of the learned one. */
const NEXT_SPAN = 1.05;
/** So many rows in a row begin or end an alarm; it ends below a lower score than it began. */
const PERSISTENCE = { rows: 3, endScore: 0.8 };
/** Columns with a smaller share of the distance are not named. */
const TOP = { most: 3, leastShare: 0.1 };

/** The folds of the learned rows, each with the others; rows close to a fold share its windows and are left out. */
function splitFolds(rows: readonly Vector[], gap: number) {
  return Array.from({ length: FOLDS }, (_, fold) => {
    const from = Math.floor((fold * rows.length) / FOLDS);
    const to = Math.floor(((fold + 1) * rows.length) / FOLDS);
    return {
      held: rows.slice(from, to),
      others: [...rows.slice(0, Math.max(0, from - gap)), ...rows.slice(to + gap)],
    };
  });
}

/** The shrinkage is the one under which held-out rows are least surprising. */
function learnView(rows: readonly Vector[], width: number, gap: number): LearnedView {
  const folds = splitFolds(rows, gap).map(({ held, others }) => ({
    held,
    moments: momentsOf(others, width),
  }));
  const whole = momentsOf(rows, width);
  const candidates = SHRINKAGES.flatMap((shrinkage) => {
    const gaussian = shrink(whole, shrinkage);
    const parts = folds.flatMap(({ held, moments }) => {
      const learned = shrink(moments, shrinkage);
      return learned ? [{ held, learned }] : [];
    });
    if (!gaussian || parts.length < FOLDS) return [];
    const cost = parts.reduce((sum, { held, learned }) => sum + surprise(learned, held), 0);
    return [{ gaussian, parts, cost }];
  });
  const best = candidates.reduce((least, next) => (next.cost < least.cost ? next : least));
  const distances = best.parts.flatMap(({ held, learned }) => held.map((row) => distance(learned, row)));
  return { gaussian: best.gaussian, distances };
}

/**
 * One calibration for all views: each is measured by its own quantile, and the largest of them by the quantile of the
 * largest, so that they exceed together in `FALSE_SHARE` of the held-out rows.
 */
function calibrate(learned: Record<View, LearnedView>): Record<View, ViewModel> {
  const share = 1 - FALSE_SHARE;
  const units = VIEWS.map((view) => quantile(learned[view].distances, share));
  const largest = learned.level.distances.map((_, at) =>
    Math.max(...VIEWS.map((view, i) => (learned[view].distances[at] ?? 0) / (units[i] ?? 1))),
  );
  const together = NEXT_SPAN * quantile(largest, share);
  const modelOf = (view: View): ViewModel => ({
    gaussian: learned[view].gaussian,
    threshold: together * (units[VIEWS.indexOf(view)] ?? 1),
  });
  return {
    level: modelOf('level'),
    state: modelOf('state'),
    jump: modelOf('jump'),
    unrest: modelOf('unrest'),
  };
}

/**
 * Learns from a healthy span of at least `LEAST_LEARNED` rows, of which a column must vary. `from` is the place of the
 * span in the table.
 */
export function learn(rows: readonly Row[], columnCount: number, from = 0): Model {
  const columns = learnColumns(rows, columnCount, from);
  const features = featuresOf(columns, rows, from);
  const { window, used } = columns;
  const learnOne = (view: View) => learnView(features[view].slice(window), used.length, window);
  return {
    columns,
    views: calibrate({
      level: learnOne('level'),
      state: learnOne('state'),
      jump: learnOne('jump'),
      unrest: learnOne('unrest'),
    }),
  };
}

interface RowScore {
  score: number;
  parts: Vector;
}

/** The scores of one view. Its mean follows rows as learned, as slowly as the learned span was long. */
function scoreView(
  { gaussian, threshold }: ViewModel,
  rows: readonly Vector[],
  columns: Columns,
): RowScore[] {
  const mean = gaussian.mean.slice();
  const following = { ...gaussian, mean };
  const { from, learned } = columns;
  return rows.map((row, at) => {
    const score = distance(following, row) / threshold;
    const parts = contributions(following, row);
    if (at >= from + learned && score < 1)
      row.forEach((value, i) => {
        if (!Number.isNaN(value)) mean[i] = (mean[i] ?? 0) + (value - (mean[i] ?? 0)) / learned;
      });
    return { score, parts };
  });
}

function topColumns(parts: Vector, used: readonly number[]): number[] {
  const total = parts.reduce((sum, part) => sum + part, 0);
  return used
    .map((column, place) => ({ column, part: parts[place] ?? 0 }))
    .filter(({ part }) => part >= TOP.leastShare * total)
    .sort((a, b) => b.part - a.part)
    .slice(0, TOP.most)
    .map(({ column }) => column);
}

/** Begins and ends alarms; learned rows have none, and one longer than `learned` rows becomes a new state. */
function createAlarm(learned: number) {
  let since: number | undefined;
  let count = 0;
  return (score: number, at: number): Pick<Score, 'isAlarm' | 'newStateFrom'> => {
    count = (since === undefined ? score >= 1 : score < PERSISTENCE.endScore) ? count + 1 : 0;
    if (count >= PERSISTENCE.rows) {
      since = since === undefined ? at + 1 - PERSISTENCE.rows : undefined;
      count = 0;
    }
    if (since === undefined) return { isAlarm: false };
    return at - since < learned ? { isAlarm: true } : { isAlarm: false, newStateFrom: since };
  };
}

/** The scores by one learned state: those of the view in which a row differs most. */
function scoreState({ columns, views }: Model, rows: readonly Row[]) {
  const features: Features = featuresOf(columns, rows);
  const scored = VIEWS.map((view) => scoreView(views[view], features[view], columns));
  return rows.map((_, at) => {
    const all = scored.flatMap((view) => view[at] ?? []);
    const { score, parts } = all.reduce((most, next) => (next.score > most.score ? next : most));
    return { score, top: topColumns(parts, columns.used) };
  });
}

/** Scores a table by the learned state that each row is nearest to; the first state is at its beginning. */
export function scoreRows(states: readonly Model[], rows: readonly Row[]): Score[] {
  const scored = states.map((state) => scoreState(state, rows));
  const alarm = createAlarm(states[0]?.columns.learned ?? 0);
  return rows.map((_, at) => {
    const all = scored.flatMap((state) => state[at] ?? []);
    const nearest = all.reduce((least, next) => (next.score < least.score ? next : least));
    const isKnown = states.some(({ columns }) => isLearned(columns, at));
    return { ...nearest, ...alarm(isKnown ? 0 : nearest.score, at) };
  });
}
