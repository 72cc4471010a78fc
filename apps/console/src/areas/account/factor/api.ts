import {
  type FactorAdded,
  type FactorLogin,
  PasskeyOptions,
  type Proof,
} from '@manoboard/contract/account/factor';
import { factorCalls } from '@manoboard/contract/account/factor.calls';
import * as z from 'zod/mini';
import { perform, request } from '../../../lib/http/http.ts';
import { HttpProblem } from '../../../lib/http/http-problem.ts';
import { withProof } from '../../../lib/http/proof.ts';
import { readQuery } from '../../../lib/http/read-query.ts';
import { session } from '../../../lib/http/session.ts';

const library = () => import('@simplewebauthn/browser');
type StartAuthentication = Parameters<Awaited<ReturnType<typeof library>>['startAuthentication']>[0];
type StartRegistration = Parameters<Awaited<ReturnType<typeof library>>['startRegistration']>[0];

/** The answer of a passkey of this user; rejects if they cancel. */
async function answerChallenge(options: PasskeyOptions) {
  const { startAuthentication } = await library();
  const optionsJSON = options as object as StartAuthentication['optionsJSON'];
  return (await startAuthentication({ optionsJSON })) as object as NonNullable<FactorLogin['passkey']>;
}

async function enter(send: () => Promise<boolean>): Promise<void> {
  if (!(await send())) throw new HttpProblem(401, 'UNKNOWN');
  session.begin();
}

/** The second step of a login. */
export const logInByFactor = (body: FactorLogin) => enter(() => perform(factorCalls.loginFactor, { body }));

export const answerStep = async (options: string) => ({
  passkey: await answerChallenge(z.parse(PasskeyOptions, JSON.parse(options))),
});

/** A login by a passkey alone. */
export async function logInByPasskey(remember: boolean): Promise<void> {
  await session.waitForLogout();
  const options = await request(factorCalls.passkeyChallenge);
  if (!options) throw new HttpProblem(401, 'UNKNOWN');
  const passkey = await answerChallenge(options);
  await enter(() =>
    perform(factorCalls.passkeyLogin, { body: { token: options.challenge, passkey, remember } }),
  );
}

export const cancelReset = async (token: string) => {
  if (!(await perform(factorCalls.cancelFactorReset, { body: { token } })))
    throw new HttpProblem(401, 'UNKNOWN');
};

export const factorsQuery = readQuery(['factors'], factorCalls.factors);

export const startApp = (name: string) => withProof(() => request(factorCalls.addTotp, { body: { name } }));
export const confirmApp = (id: number, code: string) =>
  withProof(() => request(factorCalls.confirmTotp, { params: { id: `${id}` }, body: { code } }));

/** Nothing when the session is over. Rejects with another error than `HttpProblem` if the browser adds none. */
export async function addPasskey(name: string): Promise<FactorAdded | undefined> {
  const options = await withProof(() => request(factorCalls.newPasskeyOptions));
  if (!options) return undefined;
  const { startRegistration } = await library();
  const optionsJSON = options as object as StartRegistration['optionsJSON'];
  const passkey = await startRegistration({ optionsJSON });
  const body = { token: options.challenge, name, passkey: passkey as object };
  return request(factorCalls.addPasskey, { body: body as Parameters<typeof sendPasskey>[0] });
}
const sendPasskey = (body: Parameters<typeof request<typeof factorCalls.addPasskey>>[1]['body']) => body;

export const renameFactor = (id: number, name: string) =>
  request(factorCalls.renameFactor, { params: { id: `${id}` }, body: { name } });
export const removeFactor = (id: number) =>
  withProof(() => perform(factorCalls.removeFactor, { params: { id: `${id}` } }));
export const newRecoveryCodes = () => withProof(() => request(factorCalls.newRecoveryCodes));
export const keepFactors = () => perform(factorCalls.keepFactors);

export const readProofOptions = () => request(factorCalls.proofOptions);
/** False when the session is over. */
export const prove = (body: Proof) => perform(factorCalls.prove, { body });
export const proveByPasskey = async (options: PasskeyOptions) =>
  prove({ token: options.challenge, passkey: await answerChallenge(options) });
