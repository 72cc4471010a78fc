import { createHmac, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import type { FactorAdded, NewTotp } from '@manoboard/contract/account/factor';
import type { LoginStep } from '@manoboard/contract/account/login';
import type { Client } from 'pg';

/** An account with a second factor that strangers attack; they know its password. */
export interface Victim {
  email: string;
  password: string;
  /** Token of a login whose password was right. */
  token: string;
}
/** What only the user has: recovery codes, and a browser in which they have logged in. */
interface OwnVictim extends Victim {
  id: number;
  codes: string[];
  cookie: string;
}

export interface Guessed {
  sent: number;
  /** Sessions that a guess opened. */
  opened: number;
  refused: number;
  delayed: number;
  failed: number;
}

const PASSWORD = 'Rybnik pri lese 7';
const ADDRESSES = 1000;
const AT_ONCE = 40;

interface Answer {
  status: number;
  text: string;
  cookies: string[];
}

/** From this address of the machine; status 0 without an answer. */
function send(url: string, path: string, body: URLSearchParams | object, from: string, cookie = '') {
  const { hostname, port } = new URL(url);
  const isForm = body instanceof URLSearchParams;
  const headers = {
    'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
    ...(cookie && { cookie }),
  };
  return new Promise<Answer>((done) => {
    const sent = request(
      { hostname, port, localAddress: from, method: 'POST', path: `/api${path}`, headers },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        answer.on('close', () =>
          done({ status: answer.statusCode ?? 0, text, cookies: answer.headers['set-cookie'] ?? [] }),
        );
      },
    );
    sent.on('error', () => done({ status: 0, text: '', cookies: [] }));
    sent.end(isForm ? body.toString() : JSON.stringify(body));
  });
}

const logIn = (
  url: string,
  { email, password }: Pick<Victim, 'email' | 'password'>,
  from: string,
  cookie?: string,
) => send(url, '/auth/jwt/login', new URLSearchParams({ username: email, password }), from, cookie);

const cookiesOf = ({ cookies }: Answer) => cookies.map((line) => line.split(';')[0]).join('; ');

/** The password, then a recovery code, in the own browser. */
async function enter(url: string, victim: OwnVictim, from: string): Promise<number> {
  const first = await logIn(url, victim, from, victim.cookie);
  if (first.status !== 202) return first.status;
  const { token }: LoginStep = JSON.parse(first.text);
  const second = await send(
    url,
    '/auth/factor',
    { token, recovery_code: victim.codes.pop() },
    from,
    victim.cookie,
  );
  victim.cookie = cookiesOf(second) || victim.cookie;
  return second.status;
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code of an authenticator app (RFC 6238). */
function codeOf(secret: string): string {
  const bits = [...secret].map((sign) => BASE32.indexOf(sign).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const hash = createHmac('sha1', key).update(counter).digest();
  const word = hash.readUInt32BE(hash.readUInt8(19) & 15) & 0x7fffffff;
  return `${word % 1_000_000}`.padStart(6, '0');
}

/** Registers a user and adds an authenticator app; returns their recovery codes. */
async function enrol(url: string, email: string): Promise<string[]> {
  const person = { email, password: PASSWORD, name: 'Jana', surname: 'Horská', terms_accepted: true };
  await send(url, '/auth/register', person, '127.0.0.1');
  const cookie = cookiesOf(await logIn(url, person, '127.0.0.1'));
  const post = async (path: string, body: object) =>
    JSON.parse((await send(url, path, body, '127.0.0.1', cookie)).text);
  const { id, secret }: NewTotp = await post('/users/me/factors/totp', { name: 'app' });
  const { codes }: FactorAdded = await post(`/users/me/factors/${id}/confirm`, { code: codeOf(secret) });
  return codes ?? [];
}

/** Accounts with a second factor, each with a browser that has logged in. */
export async function seedVictims(url: string, db: Client, count: number): Promise<OwnVictim[]> {
  const victims: OwnVictim[] = [];
  for (let n = 0; n < count; n++) {
    const email = `victim${n}@example.com`;
    const codes = await enrol(url, email);
    const { rows } = await db.query<{ id: number }>('select id from app_user where email = $1', [email]);
    const id = rows[0]?.id ?? 0;
    const victim = { id, email, password: PASSWORD, token: '', codes, cookie: '' };
    if ((await enter(url, victim, '127.0.0.1')) !== 204) throw new Error('a victim cannot log in');
    const stolen: LoginStep = JSON.parse((await logIn(url, victim, '127.0.0.1')).text);
    await db.query('delete from session where user_id = $1', [id]);
    victims.push({ ...victim, token: stolen.token });
  }
  return victims;
}

/** A well-formed recovery code of no account. */
const strangeCode = () =>
  [...randomBytes(12)].map((byte) => '23456789ABCDEFGHJKMNPQRSTVWXYZ'[byte % 30]).join('');

/** Wrong passwords, codes and recovery codes in turn, from 1,000 addresses. */
export async function guess(url: string, victims: readonly Victim[], count: number): Promise<Guessed> {
  const guessed: Guessed = { sent: 0, opened: 0, refused: 0, delayed: 0, failed: 0 };
  const one = (n: number): Promise<Answer> => {
    const at = n % ADDRESSES;
    const from = `127.3.${Math.floor(at / 250)}.${(at % 250) + 1}`;
    const victim = victims[n % victims.length];
    if (!victim) throw new Error('no victim');
    if (n % 3 === 0) return logIn(url, { ...victim, password: `Wrong-${n}` }, from);
    const code = n % 3 === 1 ? { code: `${n}`.padStart(6, '0') } : { recovery_code: strangeCode() };
    return send(url, '/auth/factor', { token: victim.token, ...code }, from);
  };
  const loop = async () => {
    while (guessed.sent < count) {
      const { status } = await one(guessed.sent++);
      if (status === 204 || status === 202) guessed.opened++;
      else if (status === 400) guessed.refused++;
      else if (status === 429) guessed.delayed++;
      else guessed.failed++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, loop));
  return guessed;
}

/** Victims who can log in at once in their own browser after the attack, and sessions that the attack has opened. */
export async function checkVictims(url: string, db: Client, victims: readonly OwnVictim[]) {
  const ids = victims.map(({ id }) => id);
  const { rows } = await db.query<{ count: string }>('select count(*) from session where user_id = any($1)', [
    ids,
  ]);
  let free = 0;
  for (const victim of victims) if ((await enter(url, victim, '127.0.0.1')) === 204) free++;
  return { strangers: Number(rows[0]?.count), free };
}
