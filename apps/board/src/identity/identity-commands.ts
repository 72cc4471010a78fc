import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readClaimCode } from '@manoboard/contract/device/claim';
import { DeviceId } from '@manoboard/contract/text';
import { releaseWords } from '@manoboard/domain/installation/release-words';
import { IS_RELEASE } from '../board-dir.ts';
import { readText } from '../credentials.ts';
import { fileErrorReason, Refusal } from '../refusal.ts';
import { claimFile, keepIdentity, newIdentity, secretFile } from './identity.ts';
import { labelPng, labelSvg, labelText } from './label.ts';

export const IDENTITY_USAGE = `  identity --new [--id ID] [--out DIR]
  qr --id ID [--claim-file FILE] [--out DIR]`;

/** Default folder of identities: that of the caller, since the folder of a release goes with its version; ignored by git. */
const FOLDER = IS_RELEASE ? (process.env.INIT_CWD ?? '.') : join('data', 'boards');
const text = { type: 'string' } as const;

type Print = (line: string) => void;

function parse<O extends Record<string, { type: 'string' | 'boolean' }>>(args: string[], options: O) {
  try {
    return parseArgs({ args, options, strict: true }).values;
  } catch (error) {
    throw new Refusal(error instanceof Error ? `${error.message.split('. ', 1)[0]}.` : String(error));
  }
}

function idOf(value: string | undefined): string {
  if (value === undefined) throw new Refusal('--id is missing.');
  const id = DeviceId.safeParse(value);
  if (id.success) return id.data;
  throw new Refusal(`--id must be an ID like MNB-00A1B2, but it is ${value}.`);
}

function identity(args: string[], print: Print): void {
  const values = parse(args, { new: { type: 'boolean' }, id: text, out: text });
  if (!values.new) throw new Refusal(`--new is missing: this makes a new identity.\n${IDENTITY_USAGE}`);
  const made = newIdentity(values.id === undefined ? undefined : idOf(values.id));
  const folder = values.out ?? FOLDER;
  keepIdentity(folder, made);
  print(`${made.deviceId} has a new identity:`);
  print(`  secret      ${secretFile(folder, made.deviceId)}`);
  print(`  claim code  ${claimFile(folder, made.deviceId)}`);
  print('Enrol it at the server:');
  const files = `--secret-file ${secretFile(folder, made.deviceId)} --claim-file ${claimFile(folder, made.deviceId)}`;
  const command = `npm run cli -- enrol --id ${made.deviceId} ${files}`;
  print(`  ${IS_RELEASE ? releaseWords(command) : command}`);
}

function writeLabel(folder: string, name: string, content: string | Uint8Array, print: Print): void {
  const file = join(folder, name);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // The label holds the claim code, which allows claiming the board: readable by the owner only.
    writeFileSync(file, content, { mode: 0o600 });
  } catch (error) {
    throw new Refusal(`The file ${file} cannot be written (${fileErrorReason(error)}).`);
  }
  print(file);
}

function qr(args: string[], print: Print): void {
  const values = parse(args, { id: text, 'claim-file': text, out: text });
  const id_dev = idOf(values.id);
  const folder = values.out ?? FOLDER;
  const file = values['claim-file'] ?? claimFile(folder, id_dev);
  const claim_code = readClaimCode(readText(file));
  if (claim_code === undefined)
    throw new Refusal(`The file ${file} holds no claim code like 7K3D-9QTX-2MVA.`);
  const claim = { id_dev, claim_code };
  print(labelText(claim));
  print(`${id_dev}   ${claim_code}`);
  writeLabel(folder, `${id_dev}.png`, labelPng(claim), print);
  writeLabel(folder, `${id_dev}.svg`, labelSvg(claim), print);
}

const commands: Record<string, (args: string[], print: Print) => void> = { identity, qr };

/** Runs `identity` or `qr`; false for any other command. */
export function runIdentityCommand([verb = '', ...args]: string[], print: Print): boolean {
  const command = Object.hasOwn(commands, verb) ? commands[verb] : undefined;
  command?.(args, print);
  return command !== undefined;
}
