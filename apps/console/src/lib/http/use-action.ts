import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

/** A request resolves with `undefined` or `false` when the session is over. */
type Answered<Result> = Exclude<Result, undefined | false>;

interface Settings<Input, Result> {
  send: (input: Input) => Promise<Result>;
  /** Not called when the session is over. */
  onDone?: (result: Answered<Result>, input: Input) => unknown;
  onFailed?: (error: unknown, input: Input) => unknown;
  onSettled?: () => unknown;
}

/** A request that a click sends, one at a time, with its outcome. `isSending` includes the callbacks. */
export function useAction<Result, Input = void>({
  send,
  onDone,
  onFailed,
  onSettled,
}: Settings<Input, Result>) {
  // Two clicks may come before the next render.
  const isRunning = useRef(false);
  const { mutateAsync, isPending, isSuccess, data, error, variables, reset } = useMutation({
    mutationFn: send,
    onSuccess: (result, input) =>
      result === undefined || result === false ? undefined : onDone?.(result as Answered<Result>, input),
    onError: (failure, input) => onFailed?.(failure, input),
    onSettled: () => onSettled?.(),
    // Without a network a request fails at once: a change must not be sent minutes later.
    networkMode: 'always',
    // The input may be a password.
    gcTime: 0,
  });

  /** Resolves with nothing after a failure. */
  async function run(input: Input): Promise<Result | undefined> {
    if (isRunning.current) return undefined;
    isRunning.current = true;
    try {
      return await mutateAsync(input);
    } catch {
      return undefined;
    } finally {
      isRunning.current = false;
    }
  }

  return {
    run,
    isSending: isPending,
    isDone: isSuccess && data !== undefined && data !== false,
    result: data,
    error,
    /** What is being sent, or was sent last. */
    input: variables,
    reset,
  };
}
