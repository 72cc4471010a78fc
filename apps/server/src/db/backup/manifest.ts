import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { createSecretBox } from '../../base/secret-box.ts';

const Part = { bytes: z.int(), sha256: z.string() };

const BackupTable = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  /** Parent table and bound of a partition; `null` for other tables. */
  partition: z.nullable(z.object({ parent: z.string(), bound: z.string() })),
  rows: z.int(),
  ...Part,
});
export type BackupTable = z.infer<typeof BackupTable>;

/** Sizes and checksums of all files before it in the archive. */
export const Manifest = z.object({
  /** Format 1 has no keyed checksum. */
  format: z.literal(2),
  /** Version of the program that wrote the backup. */
  version: z.string(),
  created_at: z.string(),
  kind: z.enum(['demo', 'real']),
  /** The schema: the migrations that had run. */
  migrations: z.array(z.string()),
  tables: z.array(BackupTable),
  /** `last_value` as text, since it may exceed the numbers of JavaScript. */
  sequences: z.array(z.object({ name: z.string(), last_value: z.string(), is_called: z.boolean() })),
  /** The key of the secrets in the database, encrypted with the key of the checksum. */
  secret_key: z.optional(z.string()),
  /** Files of DATA_DIR. */
  files: z.array(z.object({ path: z.string(), ...Part })),
});
export type Manifest = z.infer<typeof Manifest>;

export const MANIFEST_FILE = 'manifest.json';
/** The last file: the keyed checksum of the manifest, which has the checksums of all others. */
export const SEAL_FILE = 'manifest.hmac';
export const sealOf = (manifest: Buffer, key: string) =>
  createHmac('sha256', key).update(manifest).digest('hex');

export const TABLES_FOLDER = 'database';
export const FILES_FOLDER = 'files';

/** Totals for messages. */
export const summary = ({ tables, files }: Pick<Manifest, 'tables' | 'files'>) => {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${rows.toLocaleString('en')} rows of ${tables.length} tables, ${files.length} files`;
};

const MEGABYTE = 1_000_000;
export const megabytes = (bytes: number) => `${(bytes / MEGABYTE).toFixed(1)} MB`;

const KEY_PLACE = 'backup secret-key';

/** The key of the checksum also decrypts the key of the secrets: a restore needs one file beside the backup. */
export const wrapSecretKey = (secretKey: string, key: string) =>
  createSecretBox(key).seal(KEY_PLACE, Buffer.from(secretKey)).toString('base64');
export const unwrapSecretKey = (wrapped: string, key: string) =>
  createSecretBox(key).open(KEY_PLACE, Buffer.from(wrapped, 'base64')).toString();
