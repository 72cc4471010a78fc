import { useMemo, useState } from 'react';

/** Devices that a person has ticked. They stay ticked while the filter changes. */
export function useSelection() {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return useMemo(() => {
    const stateOf = (shown: readonly string[]) => {
      const count = ids.size === 0 ? 0 : shown.filter((id) => ids.has(id)).length;
      return count === 0 ? ('none' as const) : count === shown.length ? ('all' as const) : ('some' as const);
    };
    return {
      ids,
      stateOf,
      toggle: (id: string) => {
        const next = new Set(ids);
        if (!next.delete(id)) next.add(id);
        setIds(next);
      },
      toggleAll: (shown: readonly string[]) => {
        const next = new Set(ids);
        const isOn = stateOf(shown) === 'all';
        for (const id of shown) {
          if (isOn) next.delete(id);
          else next.add(id);
        }
        setIds(next);
      },
      /** Only these. */
      set: (chosen: readonly string[]) => setIds(new Set(chosen)),
    };
  }, [ids]);
}
export type Selection = ReturnType<typeof useSelection>;
