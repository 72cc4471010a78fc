import { isIP } from 'node:net';
import type { NewPasskey, PasskeyAnswer, PasskeyOptions } from '@manoboard/contract/account/factor';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { NewCredential } from './factor.repo.ts';

const PRODUCT = 'MaNoBoard';

/** The address of the console in the browser; passkeys belong to its host name. */
const relyingParty = (origin: string) => new URL(origin).hostname;

/** Browsers refuse passkeys for an IP address. */
export const canHavePasskeys = (origin: string): boolean =>
  isIP(relyingParty(origin).replace(/^\[|\]$/g, '')) === 0;

interface Known {
  credential_id: string | null;
  transports: string[] | null;
}
const toDescriptors = (known: readonly Known[]) =>
  known.flatMap(({ credential_id: id, transports }) =>
    id === null ? [] : [{ id, transports: transports ?? [] }],
  );

/** Without passkeys any passkey of this host may answer. A PIN, finger or face is required: it is two factors in one. */
export const askPasskey = (origin: string, challenge: string, known: readonly Known[] = []) =>
  generateAuthenticationOptions({
    rpID: relyingParty(origin),
    challenge: Buffer.from(challenge, 'base64url'),
    allowCredentials: toDescriptors(known),
    userVerification: 'required',
  }) as Promise<object> as Promise<PasskeyOptions>;

export const offerPasskey = (
  origin: string,
  challenge: string,
  user: { id: number; email: string; known: readonly Known[] },
) =>
  generateRegistrationOptions({
    rpName: PRODUCT,
    rpID: relyingParty(origin),
    challenge: Buffer.from(challenge, 'base64url'),
    userID: new Uint8Array(Buffer.from(`${user.id}`)),
    userName: user.email,
    attestationType: 'none',
    excludeCredentials: toDescriptors(user.known),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  }) as Promise<object> as Promise<PasskeyOptions>;

type Registration = Parameters<typeof verifyRegistrationResponse>[0]['response'];
type Authentication = Parameters<typeof verifyAuthenticationResponse>[0]['response'];

/** The public key of a new passkey; nothing if its answer is wrong. */
export async function readNewPasskey(
  origin: string,
  challenge: string,
  passkey: NewPasskey,
): Promise<NewCredential | undefined> {
  const { registrationInfo } = await verifyRegistrationResponse({
    response: passkey as Registration,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: relyingParty(origin),
    requireUserVerification: true,
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) return undefined;
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  return { credentialId: id, publicKey: Buffer.from(publicKey), signCount: counter, transports };
}

interface StoredPasskey {
  public_key: Buffer | null;
  sign_count: string | null;
}

/** The new counter of the passkey; nothing if its answer is wrong. A counter that goes back is a copied key. */
export async function checkPasskey(
  origin: string,
  challenge: string,
  answer: PasskeyAnswer,
  stored: StoredPasskey,
): Promise<number | undefined> {
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: answer as Authentication,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: relyingParty(origin),
    requireUserVerification: true,
    credential: {
      id: answer.id,
      publicKey: new Uint8Array(stored.public_key ?? []),
      counter: Number(stored.sign_count ?? 0),
    },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  return verified ? authenticationInfo?.newCounter : undefined;
}
