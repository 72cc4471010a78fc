import { seeded } from './machines.ts';

/** Invented healthy tables of several kinds, to count the false alarms of the detector and to plant faults in. */
export interface TableForm {
  seed: number;
  rows: number;
  columns: number;
  /** Correlation of a value with the one before it, 0 to 1. */
  memory?: number;
  /** Movement of the first column over 100 rows, in deviations of its noise. */
  drift?: number;
  /** Step of the random walk of the first column, in deviations of its noise. */
  walk?: number;
  /** Rows after which the warm-up of the first column has 37 % left. */
  warmUp?: number;
}

/** Every third column follows the one before it; each has a unit of its own. */
export function healthyTable(form: TableForm): number[][] {
  const { memory = 0, drift = 0, walk = 0, warmUp } = form;
  const random = seeded(form.seed);
  const noise = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const places = Array.from({ length: form.columns }, (_, place) => place);
  const units = places.map(() => 10 ** (3 * random() - 1));
  const last = places.map(noise);
  let walked = 0;
  return Array.from({ length: form.rows }, (_, t) => {
    walked += walk * noise();
    const moved = walked + (drift * t) / 100 - (warmUp === undefined ? 0 : 10 * Math.exp(-t / warmUp));
    return places.map((place) => {
      const leader = place % 3 === 2 ? 0.8 * (last[place - 1] ?? 0) : 0;
      const own = memory * (last[place] ?? 0) + Math.sqrt(1 - memory ** 2) * noise();
      last[place] = own;
      return (20 + own + leader + (place === 0 ? moved : 0)) * (units[place] ?? 1);
    });
  });
}
