import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readClaimCode } from '@manoboard/contract/device/claim';
import { DeviceId } from '@manoboard/contract/text';
import { StartRefused } from '../base/start-refused.ts';
import type { BoardToEnrol } from '../wings/devices/enrol.service.ts';

const USAGE = `Usage:
  npm run cli -- enrol --id ID --secret-file FILE --claim-file FILE [--replace]
  npm run cli -- enrol --credentials FILE [--replace]`;

/** A shorter secret could be guessed, and a plain hash would not protect it. */
const LEAST_SECRET = 16;

const text = { type: 'string' } as const;
const options = {
  id: text,
  'secret-file': text,
  'claim-file': text,
  credentials: text,
  replace: { type: 'boolean' },
} as const;

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new StartRefused(
      `The file ${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)}).`,
    );
  }
}

/** Error messages never contain the secret. */
function toBoard(row: Record<string, unknown>, where: string): BoardToEnrol {
  const id = DeviceId.safeParse(row.id_dev);
  if (!id.success)
    throw new StartRefused(
      `${where}: the ID must be like MNB-00A1B2, but it is ${JSON.stringify(row.id_dev)}.`,
    );
  if (typeof row.secret !== 'string' || row.secret.length < LEAST_SECRET)
    throw new StartRefused(`${where}: the secret must have at least ${LEAST_SECRET} characters.`);
  const claimCode = row.claim_code === undefined ? undefined : readClaimCode(String(row.claim_code));
  if (row.claim_code !== undefined && claimCode === undefined)
    throw new StartRefused(`${where}: the claim code must be like 7K3D-9QTX-2MVA.`);
  return { deviceId: id.data, secret: row.secret, claimCode };
}

function readCredentials(file: string): BoardToEnrol[] {
  let rows: unknown;
  try {
    rows = JSON.parse(readText(file));
  } catch (error) {
    if (error instanceof StartRefused) throw error;
    throw new StartRefused(`The file ${file} is not JSON.`);
  }
  if (!Array.isArray(rows) || rows.length === 0) throw new StartRefused(`The file ${file} lists no boards.`);
  return rows.map((row: unknown, at) => toBoard({ ...Object(row) }, `${file}, board ${at + 1}`));
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options, strict: true }).values;
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('. ', 1)[0] : String(error);
    throw new StartRefused(`${reason}.\n${USAGE}`);
  }
}

export interface EnrolRequest {
  boards: BoardToEnrol[];
  isReplacing: boolean;
}

export function readEnrolArguments(args: string[]): EnrolRequest {
  const {
    id,
    'secret-file': secretFile,
    'claim-file': claimFile,
    credentials,
    replace = false,
  } = parse(args);
  if (credentials !== undefined) return { boards: readCredentials(credentials), isReplacing: replace };
  for (const [name, value] of Object.entries({ id, 'secret-file': secretFile, 'claim-file': claimFile }))
    if (!value) throw new StartRefused(`--${name} is missing.\n${USAGE}`);
  // Below the secret the file may name the server.
  const [secret, claim_code] = [secretFile, claimFile].map((file) =>
    readText(file ?? '')
      .trim()
      .split('\n', 1)[0]
      ?.trim(),
  );
  return { boards: [toBoard({ id_dev: id, secret, claim_code }, 'The board')], isReplacing: replace };
}
