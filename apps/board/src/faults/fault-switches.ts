import { type ActiveFaults, type FaultName, type FaultParams, parametersOf } from './faults.ts';

/** Active faults of one board. Plant, drive, link and clock read `active`; only these functions write it. */
export interface FaultSwitches {
  readonly active: Readonly<ActiveFaults>;
  /** Switches a fault on; missing numbers take the table's default. The caller has checked the bounds. */
  on<N extends FaultName>(name: N, params?: Partial<FaultParams<N>>): void;
  off(name: FaultName): void;
  /** Subscribes to changes; returns the unsubscribe function. */
  listen(listener: (name: FaultName) => void): () => void;
}

export function initialParams<N extends FaultName>(name: N): FaultParams<N> {
  const entries = Object.entries(parametersOf(name)).map(([key, { initial }]) => [key, initial]);
  return Object.fromEntries(entries);
}

export function createFaultSwitches(): FaultSwitches {
  const active: ActiveFaults = {};
  const listeners = new Set<(name: FaultName) => void>();
  const notify = (name: FaultName) => {
    for (const listener of listeners) listener(name);
  };
  return {
    active,
    on(name, params = {}) {
      Object.assign(active, { [name]: { ...initialParams(name), ...params } });
      notify(name);
    },
    off(name) {
      if (!active[name]) return;
      delete active[name];
      notify(name);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
