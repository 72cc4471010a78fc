import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createUndo } from './undo.ts';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

it('stops in reverse order, one after the other; a step that fails is logged and does not stop the others', async () => {
  const undo = createUndo();
  const done: string[] = [];
  undo.add(() => done.push('first'));
  undo.add(async () => {
    throw new Error('broken');
  });
  undo.add(async () => done.push('last'));
  await undo.run();
  expect(done).toEqual(['last', 'first']);
  expect(console.error).toHaveBeenCalledOnce();
});

it('a step that does not end in time does not keep the others from being begun', async () => {
  const undo = createUndo();
  const done: string[] = [];
  undo.add(() => done.push('database'));
  undo.add(() => done.push('broker'));
  undo.add(() => new Promise(() => {}));
  await undo.run(1);
  expect(done).toEqual(['broker', 'database']);
});
