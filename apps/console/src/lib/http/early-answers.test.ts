import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { takeEarlyAnswer } from './early-answers.ts';
import { session } from './session.ts';

const URL = '/api/users/me';
const { signal } = new AbortController();
const send = (answer: Promise<Response>) =>
  Reflect.set(globalThis, 'earlyAnswers', { [URL]: answer } satisfies Record<string, Promise<Response>>);

const setAge = (ms: number) => void vi.spyOn(performance, 'now').mockReturnValue(ms);
const setEpoch = (epoch: number) => void vi.spyOn(session, 'epoch').mockReturnValue(epoch);
beforeEach(() => {
  setAge(1000);
  setEpoch(0);
});
afterEach(() => void Reflect.deleteProperty(globalThis, 'earlyAnswers'));

it('an early answer is used once', async () => {
  send(Promise.resolve(new Response('me')));
  expect(await (await takeEarlyAnswer(URL, signal))?.text()).toBe('me');
  expect(takeEarlyAnswer(URL, signal)).toBeUndefined();
});

it('R2.8 an aborted request does not wait for its early answer', async () => {
  send(new Promise(() => undefined));
  const controller = new AbortController();
  const answer = takeEarlyAnswer(URL, controller.signal);
  controller.abort(new Error('aborted'));
  await expect(answer).rejects.toThrow('aborted');
});

it('an early answer of a console that starts 15 s later is not used', () => {
  send(Promise.resolve(new Response('me')));
  setAge(15_001);
  expect(takeEarlyAnswer(URL, signal)).toBeUndefined();
});

it('R1.5 a new session does not use an early answer', () => {
  send(Promise.resolve(new Response('me')));
  setEpoch(1);
  expect(takeEarlyAnswer(URL, signal)).toBeUndefined();
});
