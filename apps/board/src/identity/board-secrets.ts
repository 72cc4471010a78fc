/** Secrets of a board. `former`: the one before, until the server has accepted the other. */
export interface SecretPair {
  secret: string;
  former?: string | undefined;
}

/** Stores the secrets durably where the next start of the board reads them, or throws. */
export type KeepSecrets = (pair: SecretPair) => void;

/**
 * The secret of the next login. A new one is stored together with the former one, which is dropped once the server has
 * accepted a login: a board whose new secret the server has withdrawn uses the former one, and is never locked out.
 */
export function createBoardSecrets(
  { secret, former }: SecretPair,
  keep?: KeepSecrets,
  onError: (error: unknown) => void = () => undefined,
) {
  let pair: SecretPair = { secret, former };
  let isFormerNext = false;
  const current = () => (isFormerNext && pair.former !== undefined ? pair.former : pair.secret);
  return {
    /** False for a board whose secret cannot be changed. */
    canRenew: keep !== undefined,
    current,
    refused(): void {
      isFormerNext = !isFormerNext && pair.former !== undefined;
    },
    accepted(): void {
      if (pair.former === undefined) return;
      pair = { secret: current() };
      isFormerNext = false;
      try {
        keep?.(pair);
      } catch (error) {
        // The file still has both secrets, of which one is valid.
        onError(error);
      }
    },
    /** Whether the next login uses this secret, also after a power cut. */
    isRenewed(next: string): boolean {
      if (!keep) return false;
      if (next === pair.secret) return true;
      const renewed = { secret: next, former: pair.former ?? pair.secret };
      try {
        keep(renewed);
      } catch (error) {
        onError(error);
        return false;
      }
      pair = renewed;
      isFormerNext = false;
      return true;
    },
  };
}
export type BoardSecrets = ReturnType<typeof createBoardSecrets>;
