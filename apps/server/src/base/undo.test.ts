import { afterEach, expect, it, vi } from 'vitest';
import { createUndo } from './undo.ts';

afterEach(() => vi.restoreAllMocks());

it('undo runs its steps in reverse order', async () => {
  const done: string[] = [];
  const undo = createUndo();
  for (const name of ['first', 'second']) undo.add(() => done.push(name));
  await undo.run();
  expect(done).toEqual(['second', 'first']);
});

it('undo logs a failed step and continues with the others', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const done: string[] = [];
  const failure = new Error('cannot stop');
  const undo = createUndo();
  undo.add(() => done.push('first'));
  undo.add(() => Promise.reject(failure));
  await undo.run();
  expect(done).toEqual(['first']);
  expect(log).toHaveBeenCalledExactlyOnceWith(failure);
});

it('undo runs a step that is added during the shutdown: a start may still spawn Postgres then', async () => {
  const done: string[] = [];
  const undo = createUndo();
  undo.add(async () => {
    await Promise.resolve();
    undo.add(() => done.push('late'));
  });
  await undo.run();
  expect(done).toEqual(['late']);
});
