/** A proof of identity is valid this long: enough for one task, too short for a session that was left open. */
export const PROOF_S = 600;

/** `null` if never proved. A proof in the future is invalid: the clock was set back. */
export const isProofFresh = (provedAtS: number | null, nowS: number): boolean =>
  provedAtS !== null && nowS >= provedAtS && nowS - provedAtS < PROOF_S;

/** Whether a request needs a proof: always, or if its body sets one of these fields to other than `false`. */
export function needsProof(
  rule: 'always' | 'factor' | readonly string[] | undefined,
  body: unknown,
): boolean {
  if (rule === undefined || typeof rule === 'string') return rule !== undefined;
  if (typeof body !== 'object' || body === null) return false;
  return rule.some((field) => {
    const value: unknown = Reflect.get(body, field);
    return value !== undefined && value !== false;
  });
}
