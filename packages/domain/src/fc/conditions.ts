import { masked } from './register.ts';

/** A comparison of one register's raw word. */
export interface Test {
  readonly register: string;
  readonly mask: number | undefined;
  readonly is: number | undefined;
  readonly isNot: number | undefined;
}

export type Condition = readonly Test[];

export interface Rule<T> {
  readonly when: Condition;
  readonly is: T;
}

/** Raw word of a register by its name; undefined if it could not be read. */
export type WordOf = (register: string) => number | undefined;

/** Undefined while a register that decides it cannot be read. */
export function holds(condition: Condition, wordOf: WordOf): boolean | undefined {
  let isDecided = true;
  for (const { register, mask, is, isNot } of condition) {
    const word = wordOf(register);
    if (word === undefined) {
      isDecided = false;
      continue;
    }
    const bits = mask === undefined ? word : masked(word, mask);
    if (is === undefined ? bits === isNot : bits !== is) return false;
  }
  return isDecided ? true : undefined;
}

/** The first rule that holds. A rule that cannot be decided is skipped: the next one may be a fallback. */
export const firstThatHolds = <T>(rules: readonly Rule<T>[], wordOf: WordOf): T | undefined =>
  rules.find((rule) => holds(rule.when, wordOf) === true)?.is;

/** The first rule that holds, unless an earlier one cannot be decided: a fault must not look like a running pump. */
export function firstForCertain<T>(rules: readonly Rule<T>[], wordOf: WordOf): T | undefined {
  for (const rule of rules) {
    const answer = holds(rule.when, wordOf);
    if (answer === undefined) return undefined;
    if (answer) return rule.is;
  }
  return undefined;
}
