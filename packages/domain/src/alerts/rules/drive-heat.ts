/**
 * How warm the converter gets above its board, learned from its own power: a first-order thermal model in steps of five
 * minutes, `rise' = a·rise + b·kW' + c·kW + d + e·board`, fitted by recursive least squares. No constant of a converter is
 * assumed; `e` is that of a fan which is switched by the temperature: the warmer the room, the smaller the rise.
 */
export interface DriveHeat {
  /** Number of the present block of five minutes, counted from 1970. */
  block: number;
  /** Sums of the block: frames, K above the board, kW, °C of the board. */
  n: number;
  riseSum: number;
  kwSum: number;
  boardSum: number;
  /** Means of the last whole block. */
  last?: [riseK: number, kw: number] | undefined;
  /** Steps that were learned, and the highest power among them. */
  steps: number;
  mostKw: number;
  /** Mean temperature of the board in these steps, from `ROOM_C`. */
  meanRoomC: number;
  /** Coefficients and their covariance, row by row; the covariance is dropped when everything is learned. */
  fit: number[];
  spread?: number[] | undefined;
  /** Rise that the model expects from the power alone. */
  expectedK?: number | undefined;
  /** Measured rise above the expected one, of the last whole block. */
  aboveK?: number | undefined;
  /** Usual error of the model. */
  errorK: number;
}

const BLOCK_MS = 300_000;
const DAY_STEPS = 288;
/** Judged after three days, learned for two weeks. */
const STEPS = { judged: 3 * DAY_STEPS, learned: 14 * DAY_STEPS };
/** Variance of the coefficients before anything is learned. */
const UNKNOWN = 1000;
/** A rise that differs more is not followed: it may be a fault. */
const HEALTHY_K = 5;
const FOLLOW = 0.002;
/** The model says nothing about a power far above the learned ones. */
const MOST_POWER = 1.3;
/** Inputs of the model. */
const SIZE = 5;
/** The temperature of the board counts from here, so that it does not stand for the constant. */
const ROOM_C = 20;

const compact = (value: number) => Number(value.toPrecision(7));

const newSpread = () => Array.from({ length: SIZE * SIZE }, (_, at) => (at % (SIZE + 1) === 0 ? UNKNOWN : 0));

const newHeat = (block: number): DriveHeat => ({
  block,
  n: 0,
  riseSum: 0,
  kwSum: 0,
  boardSum: 0,
  steps: 0,
  mostKw: 0,
  meanRoomC: 0,
  fit: [0.5, 0, 0, 0, 0],
  spread: newSpread(),
  errorK: 0,
});

const dot = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

/** One step of recursive least squares. */
function learn(fit: readonly number[], spread: readonly number[], inputs: readonly number[], rise: number) {
  const weighed = Array.from({ length: SIZE }, (_, row) =>
    dot(spread.slice(row * SIZE, (row + 1) * SIZE), inputs),
  );
  const scale = 1 + dot(weighed, inputs);
  const error = rise - dot(fit, inputs);
  return {
    fit: fit.map((value, at) => compact(value + ((weighed[at] ?? 0) / scale) * error)),
    spread: spread.map((value, at) => {
      const [row, column] = [Math.floor(at / SIZE), at % SIZE];
      return compact(value - ((weighed[row] ?? 0) * (weighed[column] ?? 0)) / scale);
    }),
  };
}

/** The rise follows the power with a delay: between no memory and one of hours. */
const isPlausible = ([a = 0, b = 0, c = 0]: readonly number[]) => a >= 0 && a < 0.995 && b + c >= 0;

/**
 * A warmer room never cools the converter, and never warms it by more than itself. Another coefficient is bounded, around
 * the mean of the learned rooms.
 */
function plausibleFit({ fit: [a = 0, b = 0, c = 0, d = 0, e = 0], meanRoomC }: DriveHeat): number[] {
  const bounded = Math.min(0, Math.max(a - 1, e));
  return [a, b, c, d + (e - bounded) * meanRoomC, bounded];
}

/** Expected from power and room alone: a measured rise would explain itself. */
function expect(heat: DriveHeat, kw: number, lastKw: number, rise: number, roomC: number): number {
  const fromK = heat.expectedK ?? rise;
  return isPlausible(heat.fit) ? dot(plausibleFit(heat), [fromK, kw, lastKw, 1, roomC]) : rise;
}

/** Closes a block: compares it with the model, then learns it. */
function closeBlock(heat: DriveHeat): DriveHeat {
  const { n, riseSum, kwSum, boardSum, last, spread, steps } = heat;
  const [rise, kw, roomC] = [riseSum / n, kwSum / n, boardSum / n - ROOM_C];
  const means: DriveHeat['last'] = [compact(rise), compact(kw)];
  if (!last) return { ...heat, last: means };
  const expectedK = expect(heat, kw, last[1], rise, roomC);
  const aboveK = rise - expectedK;
  const next: DriveHeat = { ...heat, last: means, expectedK: compact(expectedK), aboveK: compact(aboveK) };
  if (spread && steps < STEPS.learned) {
    const isJudged = steps >= STEPS.judged;
    if (isJudged && Math.abs(aboveK) > Math.max(HEALTHY_K, 3 * heat.errorK)) return next;
    const learned = learn(heat.fit, spread, [last[0], kw, last[1], 1, roomC], rise);
    const errorK = steps < DAY_STEPS ? 0 : heat.errorK + (Math.abs(aboveK) - heat.errorK) / DAY_STEPS;
    return {
      ...next,
      ...learned,
      steps: steps + 1,
      mostKw: Math.max(heat.mostKw, compact(kw)),
      meanRoomC: compact(heat.meanRoomC + (roomC - heat.meanRoomC) / (steps + 1)),
      errorK: compact(errorK),
    };
  }
  if (Math.abs(aboveK) > HEALTHY_K) return { ...next, spread: undefined };
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = heat.fit;
  return { ...next, spread: undefined, fit: [a, b, c, compact(d + FOLLOW * (1 - a) * aboveK), e] };
}

const NO_SUMS = { n: 0, riseSum: 0, kwSum: 0, boardSum: 0 };

interface HeatSample {
  atMs: number;
  driveC: number | undefined;
  boardC: number | undefined;
  kw: number | undefined;
  isGap: boolean;
}

export function observeHeat(
  heat: DriveHeat | undefined,
  { atMs, driveC, boardC, kw, isGap }: HeatSample,
): DriveHeat | undefined {
  if (driveC === undefined || boardC === undefined || kw === undefined) return heat;
  const block = Math.floor(atMs / BLOCK_MS);
  let now = heat ?? newHeat(block);
  if (isGap || block > now.block + 1) now = { ...now, block, ...NO_SUMS, last: undefined, aboveK: undefined };
  else if (block > now.block) now = { ...closeBlock(now), block, ...NO_SUMS };
  return {
    ...now,
    n: now.n + 1,
    riseSum: Math.round(100 * (now.riseSum + driveC - boardC)) / 100,
    kwSum: Math.round(1e4 * (now.kwSum + kw)) / 1e4,
    boardSum: Math.round(10 * (now.boardSum + boardC)) / 10,
  };
}

/** K above what power and ambient explain; unknown while it is learned, and at a power that was not learned. */
export function unexplainedK(heat: DriveHeat | undefined): number | undefined {
  if (!heat || heat.steps < STEPS.judged || heat.aboveK === undefined || !heat.last) return undefined;
  if (heat.last[1] > MOST_POWER * heat.mostKw || !isPlausible(heat.fit)) return undefined;
  return heat.aboveK - 3 * heat.errorK;
}
