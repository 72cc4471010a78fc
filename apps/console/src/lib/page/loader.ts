import { startTransition, useCallback, useEffect, useState } from 'react';

export interface Loader<T extends object> {
  /** Undefined until loaded. */
  value: () => T | undefined;
  /** Concurrent calls share one request; a call after a failure retries. */
  load: () => Promise<T>;
}

/** Loads a file of the console on demand and caches it. */
export function createLoader<T extends object>(fetchFile: () => Promise<T>): Loader<T> {
  let value: T | undefined;
  let coming: Promise<T> | undefined;
  async function fetchOnce() {
    try {
      value = await fetchFile();
      return value;
    } finally {
      coming = undefined;
    }
  }
  return {
    value: () => value,
    load() {
      if (value) return Promise.resolve(value);
      coming ??= fetchOnce();
      return coming;
    },
  };
}

/** Retries a failed load on a click or on the `online` event, never on a timer. */
export function useLoader<T extends object>(loader: Loader<T>) {
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState<Loader<T>>();
  const [, setCome] = useState<Loader<T>>();
  const value = loader.value();
  const hasFailed = failed === loader && value === undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again.
  useEffect(() => {
    // Check the rendered value, not the current one: a load that finished since the render must still re-render.
    if (value) return undefined;
    let isGone = false;
    loader.load().then(
      // In a pass that React interrupts: on a slow phone several parts arrive together.
      () => !isGone && startTransition(() => setCome(() => loader)),
      () => !isGone && setFailed(() => loader),
    );
    return () => {
      isGone = true;
    };
  }, [loader, attempt]);

  const retry = useCallback(() => {
    setFailed(undefined);
    setAttempt((before) => before + 1);
  }, []);
  useEffect(() => {
    if (!hasFailed) return undefined;
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [hasFailed, retry]);
  return { value, hasFailed, retry };
}
