import { useMemo, useState } from 'react';

/** The browser's storage may contain anything. */
function readNames(key: string): readonly unknown[] | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return Array.isArray(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** The optional columns of a table that a user has chosen in this browser, in the order of the table. */
export function useColumns<Column extends string>(
  key: string,
  all: readonly Column[],
  initial: readonly Column[],
) {
  const [chosen, setChosen] = useState(() => readNames(key) ?? initial);
  return {
    all,
    shown: useMemo(() => all.filter((column) => chosen.includes(column)), [all, chosen]),
    toggle: (column: Column) => {
      const next = chosen.includes(column) ? chosen.filter((other) => other !== column) : [...chosen, column];
      localStorage.setItem(key, JSON.stringify(next));
      setChosen(next);
    },
  };
}
export type Columns<Column extends string> = ReturnType<typeof useColumns<Column>>;
