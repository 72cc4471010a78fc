import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { showPage } from '../../testing/page.tsx';
import { useAction } from './use-action.ts';

type Settings = Parameters<typeof useAction<string | undefined, string>>[0];
type Action = ReturnType<typeof useAction<string | undefined, string>>;

function Part({ settings, onRender }: { settings: Settings; onRender: (action: Action) => void }) {
  onRender(useAction(settings));
  return null;
}

/** The latest return value of the hook, and the request that is under way. */
async function showAction(callbacks: Partial<Settings> = {}) {
  let request = Promise.withResolvers<string | undefined>();
  const send = vi.fn((_input: string) => request.promise);
  const shown: { action?: Action } = {};
  const onRender = (action: Action) => {
    shown.action = action;
  };
  await showPage(<Part settings={{ send, ...callbacks }} onRender={onRender} />);
  return {
    send,
    action: () => shown.action as Action,
    start: (input: string) => act(async () => void shown.action?.run(input)),
    answer: (result: string | undefined) => act(async () => request.resolve(result)),
    fail: (error: Error) => act(async () => request.reject(error)),
    renew() {
      request = Promise.withResolvers();
    },
  };
}

describe('useAction', () => {
  it('is sending until the callbacks have ended, then has the result and the input', async () => {
    const callback = Promise.withResolvers<void>();
    const onSettled = vi.fn();
    const { action, start, answer } = await showAction({ onDone: () => callback.promise, onSettled });
    expect(action()).toMatchObject({ isSending: false, isDone: false, error: null });
    await start('a');
    expect(action()).toMatchObject({ isSending: true, input: 'a' });
    await answer('stored');
    expect(action()).toMatchObject({ isSending: true, isDone: false });
    await act(async () => callback.resolve());
    expect(action()).toMatchObject({
      isSending: false,
      isDone: true,
      result: 'stored',
      input: 'a',
      error: null,
    });
    expect(onSettled).toHaveBeenCalledTimes(1);
  });

  it('sends one request for two clicks before the next render', async () => {
    const { action, send, answer } = await showAction();
    await act(async () => {
      void action().run('a');
      void action().run('b');
    });
    expect(send.mock.calls).toEqual([['a']]);
    await answer('stored');
    await act(async () => void action().run('c'));
    expect(send).toHaveBeenCalledTimes(2);
  });

  it('has the error of a failure until the next request, and resolves with nothing', async () => {
    const onFailed = vi.fn();
    const { action, start, fail, renew } = await showAction({ onFailed });
    await start('a');
    await fail(new Error('refused'));
    expect(action()).toMatchObject({ isSending: false, isDone: false, error: new Error('refused') });
    expect(onFailed).toHaveBeenCalledExactlyOnceWith(new Error('refused'), 'a');
    renew();
    await start('b');
    expect(action()).toMatchObject({ isSending: true, error: null, input: 'b' });
  });

  it('is not done and calls no onDone when the session is over', async () => {
    const onDone = vi.fn();
    const { action, start, answer } = await showAction({ onDone });
    await start('a');
    await answer(undefined);
    expect(action()).toMatchObject({ isSending: false, isDone: false });
    expect(onDone).not.toHaveBeenCalled();
  });

  it('a callback that throws is a failure', async () => {
    const { action, start, answer } = await showAction({
      onDone: () => {
        throw new Error('callback');
      },
    });
    await start('a');
    await answer('stored');
    expect(action()).toMatchObject({ isSending: false, isDone: false, error: new Error('callback') });
  });

  it('a reset clears the outcome, also that of a request under way', async () => {
    const { action, start, answer } = await showAction();
    await start('a');
    await act(async () => action().reset());
    await answer('stored');
    expect(action()).toMatchObject({ isSending: false, isDone: false, result: undefined, input: undefined });
  });
});
