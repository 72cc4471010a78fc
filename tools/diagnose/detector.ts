import {
  type Columns,
  type Features,
  FOLDS,
  featuresOf,
  learnColumns,
  VIEWS,
  type View,
} from './features.ts';
import { contributions, distance, type Gaussian, momentsOf, shrink, surprise } from './gaussian.ts';
import { driftOf, quantile, type Row, type Vector } from './statistics.ts';

/** The learned behaviour in one view; a distance of `threshold` is a score of 1. */
interface ViewModel {
  gaussian: Gaussian;
  threshold: number;
}

export interface Model {
  columns: Columns;
  views: Record<View, ViewModel>;
}

export interface Score {
  /** 1 and more is not as learned. */
  score: number;
  isAlarm: boolean;
  /** Columns that contributed most, the largest first. */
  top: number[];
}

/** The least number of rows that can be learned: each fold needs a few. */
export const LEAST_LEARNED = 30;

const SHRINKAGES = [0.02, 0.1, 0.3, 0.6, 1];
/** The threshold is this quantile of the held-out distances, and a margin: the next span differs a little more. */
const CALIBRATION = { quantile: 0.99, margin: 1.2 };
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
function learnView(rows: readonly Vector[], width: number, gap: number): ViewModel {
  const drift = driftOf(rows, width);
  const folds = splitFolds(rows, gap).map(({ held, others }) => ({
    held,
    moments: momentsOf(others, drift),
  }));
  const whole = momentsOf(rows, drift);
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
  return {
    gaussian: best.gaussian,
    threshold: CALIBRATION.margin * quantile(distances, CALIBRATION.quantile),
  };
}

/** Learns from a healthy span of at least `LEAST_LEARNED` rows, of which a column must vary. */
export function learn(rows: readonly Row[], columnCount: number): Model {
  const columns = learnColumns(rows, columnCount);
  const features = featuresOf(columns, rows);
  const { window, used } = columns;
  const learnOne = (view: View) => learnView(features[view].slice(window), used.length, window);
  return {
    columns,
    views: {
      level: learnOne('level'),
      state: learnOne('state'),
      jump: learnOne('jump'),
      unrest: learnOne('unrest'),
    },
  };
}

/** The scores of one view. Its mean follows rows as learned, as slowly as the learned span was long. */
function scoreView({ gaussian, threshold }: ViewModel, rows: readonly Vector[], learned: number) {
  const mean = gaussian.mean.slice();
  const following = { ...gaussian, mean };
  return rows.map((row, at) => {
    const score = distance(following, row) / threshold;
    const parts = contributions(following, row);
    if (at >= learned && score < 1)
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

/** Begins and ends alarms; learned rows have none. */
function createAlarm(learned: number) {
  let isAlarm = false;
  let count = 0;
  return (score: number, at: number) => {
    if (at < learned) return false;
    count = (isAlarm ? score < PERSISTENCE.endScore : score >= 1) ? count + 1 : 0;
    if (count >= PERSISTENCE.rows) {
      isAlarm = !isAlarm;
      count = 0;
    }
    return isAlarm;
  };
}

/** Scores a table that begins with the learned rows. */
export function scoreRows({ columns, views }: Model, rows: readonly Row[]): Score[] {
  const { learned, used } = columns;
  const features: Features = featuresOf(columns, rows);
  const scored = VIEWS.map((view) => scoreView(views[view], features[view], learned));
  const alarm = createAlarm(learned);
  return rows.map((_, at) => {
    const all = scored.flatMap((view) => view[at] ?? []);
    const worst = all.reduce((most, next) => (next.score > most.score ? next : most));
    return { score: worst.score, isAlarm: alarm(worst.score, at), top: topColumns(worst.parts, used) };
  });
}
