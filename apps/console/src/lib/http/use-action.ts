import { useRef, useState } from 'react';

/** A request resolves with `undefined` or `false` when the session is over. */
type Answered<Result> = Exclude<Result, undefined | false>;

interface Settings<Input, Result> {
  send: (input: Input) => Promise<Result>;
  /** Not called when the session is over. */
  onDone?: (result: Answered<Result>, input: Input) => unknown;
  onFailed?: (error: unknown, input: Input) => unknown;
  onSettled?: () => unknown;
}

interface State<Input, Result> {
  isSending: boolean;
  result?: Result;
  error: Error | null;
  input?: Input;
}

const IDLE = { isSending: false, error: null };
const isAnswered = <Result>(result: Result): result is Answered<Result> =>
  result !== undefined && result !== false;

/**
 * A request that a click sends, one at a time, with its outcome. `isSending` includes the callbacks, which are those of
 * the render that was clicked. The mutations of TanStack Query would add 1 kB to the first load of routes.
 */
export function useAction<Result, Input = void>(settings: Settings<Input, Result>) {
  const { send, onDone, onFailed, onSettled } = settings;
  const [state, setState] = useState<State<Input, Result>>(IDLE);
  // Two clicks may come before the next render.
  const isRunning = useRef(false);
  /** A reset drops the outcome of the request before it. */
  const resets = useRef(0);

  async function finish(input: Input): Promise<{ result: Result } | { error: Error }> {
    try {
      const result = await send(input);
      if (isAnswered(result)) await onDone?.(result, input);
      await onSettled?.();
      return { result };
    } catch (error) {
      await onFailed?.(error, input);
      await onSettled?.();
      return { error: error as Error };
    }
  }

  /** Resolves with nothing after a failure. */
  async function run(input: Input): Promise<Result | undefined> {
    if (isRunning.current) return undefined;
    isRunning.current = true;
    const before = resets.current;
    setState({ isSending: true, error: null, input });
    const outcome = await finish(input).catch((error: Error) => ({ error }));
    isRunning.current = false;
    if (resets.current === before) setState({ ...IDLE, ...outcome, input });
    return 'result' in outcome ? outcome.result : undefined;
  }

  return {
    run,
    isSending: state.isSending,
    isDone: isAnswered(state.result),
    result: state.result,
    error: state.error,
    /** What is being sent, or was sent last. */
    input: state.input,
    reset() {
      resets.current++;
      setState(IDLE);
    },
  };
}
