import { useCallback, useEffect, useState } from 'react';

export interface Loader<T extends object> {
  /** What has come; nothing before. */
  value: () => T | undefined;
  /** Asks once, however many want it; after a failure the next one asks anew. */
  load: () => Promise<T>;
}

/** A file of the console that comes when it is wanted, and stays. */
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

/** A file that did not come is asked for again by a click, or when the network is back; never by itself. */
export function useLoader<T extends object>(loader: Loader<T>) {
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState<Loader<T>>();
  const [, setCome] = useState<Loader<T>>();
  const value = loader.value();
  const hasFailed = failed === loader && value === undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt asks again.
  useEffect(() => {
    // What was looked at counts: it may have come since, and nothing would look again.
    if (value) return undefined;
    let isGone = false;
    loader.load().then(
      () => !isGone && setCome(() => loader),
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
