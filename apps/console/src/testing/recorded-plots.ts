import { vi } from 'vitest';

interface Hooks {
  setCursor: ((u: unknown) => void)[];
  setSelect: ((u: unknown) => void)[];
}
interface Options {
  hooks: Hooks;
  axes: { scale?: string }[];
  series: { scale?: string }[];
}

/** Canvas is not part of the test DOM: `vi.mock('uplot', recordPlots)` records what the plots draw. */
export const plots: RecordedPlot[] = [];

class RecordedPlot {
  static paths = {};
  data: unknown[][];
  options: Options;
  constructor(options: Options, data: unknown[][]) {
    this.options = options;
    this.data = data;
    plots.push(this);
  }
  setData(data: unknown[][]) {
    this.data = data;
  }
  setScale = vi.fn();
  setSelect() {}
  setSize() {}
  destroy() {
    plots.splice(plots.indexOf(this), 1);
  }
}

export const recordPlots = () => ({ default: RecordedPlot });
