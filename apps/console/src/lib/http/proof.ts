import { createAtom, useSelector } from '@tanstack/react-store';
import { HttpProblem } from './http-problem.ts';
import { session } from './session.ts';

interface ProofRequest {
  settle: (isProved: boolean) => void;
  outcome: Promise<boolean>;
}

/** `null` without a request: an atom ignores `undefined`. */
const pending = createAtom<ProofRequest | null>(null);

/** Requests that need a proof at the same time share one dialog. */
function ask(): Promise<boolean> {
  const known = pending.get();
  if (known) return known.outcome;
  let resolve: (isProved: boolean) => void = () => undefined;
  const outcome = new Promise<boolean>((done) => {
    resolve = done;
  });
  const settle = (isProved: boolean) => {
    pending.set(null);
    resolve(isProved);
  };
  pending.set({ settle, outcome });
  return outcome;
}

/** Shows the password dialog if the server needs a proof of identity, and repeats the request after it. */
export async function withProof<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof HttpProblem) || error.code !== 'PROOF_REQUIRED' || !(await ask())) throw error;
    return send();
  }
}

session.onEnd(() => pending.get()?.settle(false));

/** For the shell, which shows the dialog. */
export const useProofRequest = () => useSelector(pending);
