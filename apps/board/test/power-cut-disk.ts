import type { Disk } from '../src/disk/disk.ts';

export class PowerCut extends Error {}

/** Fate of unsynced data at a power cut: lost, kept or torn. */
export type Loss = 'lost' | 'kept' | 'torn';

interface Content {
  safe: Uint8Array;
  now: Uint8Array;
}

const half = ({ safe, now }: Content): Uint8Array => {
  const middle = Math.floor(now.length / 2);
  const torn = now.slice();
  torn.set(safe.subarray(middle, now.length), middle);
  return safe.length >= now.length ? torn : torn.subarray(0, Math.max(middle, safe.length));
};

/** A disk that loses power at one chosen step; unsynced data follows the chosen loss. */
export function createPowerCutDisk(files: ReadonlyMap<string, Uint8Array> = new Map()) {
  const names = new Map<string, Content>(
    [...files].map(([name, bytes]) => [name, { safe: bytes, now: bytes }]),
  );
  let safeNames = new Map(names);
  let steps = 0;
  let cutAt = Number.POSITIVE_INFINITY;

  /** One disk step; at the cut and after it nothing is written. */
  function step(change: () => void): void {
    if (++steps >= cutAt) throw new PowerCut(`power cut at step ${cutAt}`);
    change();
  }
  function get(name: string): Content {
    const content = names.get(name);
    if (!content) throw new Error(`there is no ${name}`);
    return content;
  }
  function set(name: string, now: Uint8Array): void {
    const content = names.get(name);
    if (content) content.now = now;
    else names.set(name, { safe: new Uint8Array(), now });
  }

  const disk: Disk = {
    read: (name) => names.get(name)?.now,
    write: (name, bytes) => step(() => set(name, bytes.slice())),
    writeAt: (name, offset, bytes) =>
      step(() => {
        const old = names.get(name)?.now ?? new Uint8Array();
        const grown = new Uint8Array(Math.max(old.length, offset + bytes.length));
        grown.set(old);
        grown.set(bytes, offset);
        set(name, grown);
      }),
    sync: (name) => step(() => void Object.assign(get(name), { safe: get(name).now.slice() })),
    rename: (from, to) =>
      step(() => {
        names.set(to, get(from));
        names.delete(from);
      }),
    remove: (name) => step(() => void names.delete(name)),
    syncFolder: () =>
      step(() => {
        safeNames = new Map(names);
      }),
  };

  return {
    disk,
    steps: () => steps,
    isCut: () => steps >= cutAt,
    /** Cuts the power at this step, counted from now. */
    cutAfter(more: number) {
      cutAt = steps + more;
    },
    /** The files found by the next start. */
    survivors(loss: Loss): Map<string, Uint8Array> {
      if (loss === 'kept') return new Map([...names].map(([name, { now }]) => [name, now]));
      if (loss === 'torn') return new Map([...names].map(([name, content]) => [name, half(content)]));
      return new Map([...safeNames].map(([name, { safe }]) => [name, safe]));
    },
  };
}
