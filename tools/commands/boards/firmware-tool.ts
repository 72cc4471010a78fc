import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { MAX_IMAGE_BYTES, ReleaseHead } from '@manoboard/contract/firmware/firmware-release';
import { byLocale, LOCALES, type Locale } from '@manoboard/contract/locales';
import { isConsistent } from '@manoboard/domain/firmware/manifest';
import {
  encodeRelease,
  fitsMqttMessage,
  type Maker,
  makeRelease,
  type ReleaseInput,
} from '@manoboard/domain/firmware/release';
import { CommandError } from '../../env/terminal.mjs';
import { firmware } from './firmware.mjs';

/** One MQTT message with a margin, and visible progress on a slow connection. */
const CHUNK_BYTES = 4096;

const text = { type: 'string' } as const;
const changelogs = Object.fromEntries(LOCALES.map((locale) => [`changelog-${locale}`, text])) as Record<
  `changelog-${Locale}`,
  typeof text
>;
const options = {
  image: { type: 'string', multiple: true },
  version: text,
  hw: text,
  from: text,
  key: text,
  ...changelogs,
  expires: text,
  out: text,
  id: text,
  chunk: text,
} as const;

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? String(error);

function read(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new CommandError(`The file ${file} cannot be read (${codeOf(error)}).`);
  }
}

function write(file: string, content: string | Uint8Array, settings: { mode?: number; flag?: string } = {}) {
  try {
    writeFileSync(file, content, settings);
  } catch (error) {
    if (codeOf(error) === 'EEXIST')
      throw new CommandError(`${file} is there already, and a key is never overwritten.`);
    throw new CommandError(`The file ${file} cannot be written (${codeOf(error)}).`);
  }
}

/** A lost key locks out every board that trusts it, so keys are never overwritten. */
function makeKeys(folder: string): string[] {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const files = { secret: join(folder, 'maker.private.pem'), shared: join(folder, 'maker.public.pem') };
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  write(files.secret, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
  write(files.shared, publicKey.export({ type: 'spki', format: 'pem' }), { flag: 'wx' });
  return [
    `${files.secret} signs firmware. Keep it away from servers and from other people.`,
    `${files.shared} goes to the server (FIRMWARE_KEYS) and to the boards (--firmware-key).`,
  ];
}

function readKey(file: string): KeyObject {
  const pem = read(file);
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // The error below replaces the parser's error.
  }
  throw new CommandError(`The file ${file} holds no ed25519 private key in PEM form.`);
}

const makerOf = (key: KeyObject): Maker => ({
  sha256: (bytes) => createHash('sha256').update(bytes).digest('hex'),
  sign: (words) => `ed25519:${sign(null, Buffer.from(words), key).toString('base64')}`,
});

/** `FILE` is the program itself, `NAME=FILE` a part with another name. */
function readPart(argument: string): ReleaseInput['parts'][number] {
  const [, name = 'app', file = argument] = /^([\w.-]+)=(.+)$/.exec(argument) ?? [];
  return { name, bytes: read(file) };
}

/** To the end of that day. */
function expiryOf(date: string, nowMs: number): number {
  const endMs = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T23:59:59Z`) : Number.NaN;
  if (Number.isNaN(endMs))
    throw new CommandError(`--expires must be a day like 2027-12-31, but it is ${date}.`);
  if (endMs <= nowMs)
    throw new CommandError(`--expires is ${date}, and that day is over: no board would take it.`);
  return endMs / 1000;
}

type Values = { [N in keyof typeof options]?: N extends 'image' ? string[] : string };

function parse(args: string[]): Values {
  try {
    return parseArgs({ args, options, strict: true }).values;
  } catch (error) {
    const words = error instanceof Error ? error.message.split('. ', 1)[0] : String(error);
    throw new CommandError(`${words}.\n${firmware.usage}`);
  }
}

function need(values: Values, name: Exclude<keyof Values, 'image'>): string {
  const value = values[name];
  if (!value) throw new CommandError(`--${name} is missing.\n${firmware.usage}`);
  return value;
}

/** Errors per field, with the names of the command's options. */
const OPTION_OF: Record<string, string> = {
  exp: 'expires',
  ...byLocale((locale) => `changelog-${locale}`),
  parts: 'image',
};

function refuseWrong(head: ReleaseHead, imageBytes: number): void {
  const [issue] = ReleaseHead.safeParse(head).error?.issues ?? [];
  const field = String(issue?.path[1] ?? '');
  if (issue) throw new CommandError(`--${OPTION_OF[field] ?? field} is not what a release may have.`);
  if (imageBytes > MAX_IMAGE_BYTES)
    throw new CommandError(
      `The image has ${imageBytes} bytes, but a board takes at most ${MAX_IMAGE_BYTES}.`,
    );
  if (!isConsistent(head.manifest))
    throw new CommandError('Every part needs a name of its own: --image NAME=FILE.');
  if (!fitsMqttMessage(head.manifest))
    throw new CommandError('The names of the parts are too long: the job would not fit into one message.');
}

function pack(args: string[], nowMs: number): string[] {
  const values = parse(args);
  if (!values.image) throw new CommandError(`--image is missing.\n${firmware.usage}`);
  const [version, hw, from] = [need(values, 'version'), need(values, 'hw'), need(values, 'from')];
  const changelog = byLocale((locale) => read(need(values, `changelog-${locale}`)).toString());
  const exp = expiryOf(need(values, 'expires'), nowMs);
  const maker = makerOf(readKey(need(values, 'key')));
  const out = need(values, 'out');
  const parts = values.image.map(readPart);
  const names = { id: values.id ?? `${hw}-${version}`, version, hw, from };
  const order: ReleaseInput = {
    ...names,
    exp,
    parts,
    chunk: Number(values.chunk ?? CHUNK_BYTES),
    changelog,
  };
  const { head, image } = makeRelease(order, maker);
  refuseWrong(head, image.length);
  write(out, encodeRelease(head, image));
  return [`${basename(out)}: firmware ${version} for ${hw}, ${image.length} bytes, until ${values.expires}.`];
}

/** Returns the lines to print; throws a `CommandError` for wrong arguments. */
export function firmwareTool([verb, ...args]: string[], nowMs: number): string[] {
  if (verb === 'keys' && args.length === 1 && args[0]) return makeKeys(args[0]);
  if (verb === 'pack') return pack(args, nowMs);
  throw new CommandError(firmware.usage);
}

if (import.meta.main) {
  try {
    for (const line of firmwareTool(process.argv.slice(2), Date.now())) console.log(line);
  } catch (error) {
    console.error(error instanceof CommandError ? error.message : error);
    process.exitCode = 1;
  }
}
