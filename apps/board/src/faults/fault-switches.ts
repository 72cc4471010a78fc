import { type ActiveFaults, type FaultName, type FaultParams, parametersOf } from './faults.ts';

/** The faults of one board. Plant, drive, link and clock look at `active`; nobody else writes to it. */
export interface FaultSwitches {
  readonly active: Readonly<ActiveFaults>;
  /** Switches on; numbers that are not given are the table's. The caller has checked the bounds. */
  on<N extends FaultName>(name: N, params?: Partial<FaultParams<N>>): void;
  off(name: FaultName): void;
  /** Told of every change, after it; the answer ends it. */
  listen(listener: (name: FaultName) => void): () => void;
}

export function initialParams<N extends FaultName>(name: N): FaultParams<N> {
  const entries = Object.entries(parametersOf(name)).map(([key, { initial }]) => [key, initial]);
  return Object.fromEntries(entries);
}

export function createFaultSwitches(): FaultSwitches {
  const active: ActiveFaults = {};
  const listeners = new Set<(name: FaultName) => void>();
  const tell = (name: FaultName) => {
    for (const listener of listeners) listener(name);
  };
  return {
    active,
    on(name, params = {}) {
      Object.assign(active, { [name]: { ...initialParams(name), ...params } });
      tell(name);
    },
    off(name) {
      if (!active[name]) return;
      delete active[name];
      tell(name);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
