import type { Changelog, FirmwareRelease } from '@manoboard/contract/firmware/firmware-release';
import type { OtaJob } from '@manoboard/contract/mqtt/firmware';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';

export interface StoredRelease {
  manifest: OtaJob;
  changelog: Changelog;
  uploaded_at: Date;
  uploaded_by: string | null;
}

/** The name of the user without their e-mail: everyone who sees the device reads it. */
export const fullName = sql<string | null>`app_user.name || ' ' || app_user.surname`;

const releases = (db: Db) =>
  db
    .selectFrom('firmware_release')
    .leftJoin('app_user', 'app_user.id', 'uploaded_by')
    .select(['manifest', 'changelog', 'uploaded_at'])
    .select(fullName.as('uploaded_by'));

export const getRelease = (db: Db, id: string): Promise<StoredRelease> =>
  releases(db).where('firmware_release.id', '=', id).executeTakeFirstOrThrow();

const newestFirst = sql`string_to_array(version, '.')::integer[]`;

export const listReleases = (db: Db): Promise<StoredRelease[]> =>
  releases(db).orderBy(newestFirst, 'desc').orderBy('hw').execute();

export const listReleasesFor = (db: Db, hw: string): Promise<StoredRelease[]> =>
  releases(db).where('hw', '=', hw).orderBy(newestFirst, 'desc').execute();

export interface NewRelease {
  manifest: OtaJob;
  changelog: Changelog;
  image: Uint8Array;
  uploadedAt: Date;
  uploadedBy: number | null;
}

/** False if its ID, or its version for this hardware, exists. */
export async function insertRelease(db: Db, release: NewRelease): Promise<boolean> {
  const { manifest, changelog, image, uploadedAt, uploadedBy } = release;
  const row = await db
    .insertInto('firmware_release')
    .values({
      id: manifest.id,
      version: manifest.version,
      hw: manifest.hw,
      manifest: JSON.stringify(manifest),
      changelog: JSON.stringify(changelog),
      image: Buffer.from(image.buffer, image.byteOffset, image.length),
      uploaded_at: uploadedAt,
      uploaded_by: uploadedBy,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** A slice of an image, cut in the database. */
export async function readImage(
  db: Db,
  releaseId: string,
  offset: number,
  length: number,
): Promise<Buffer<ArrayBuffer>> {
  const { piece } = await db
    .selectFrom('firmware_release')
    .where('id', '=', releaseId)
    .select(
      sql<Buffer<ArrayBuffer>>`substring(image from ${offset + 1}::integer for ${length}::integer)`.as(
        'piece',
      ),
    )
    .executeTakeFirstOrThrow();
  return piece;
}

export const hasSignature = async (db: Db, sig: string): Promise<boolean> =>
  (await db
    .selectFrom('firmware_release')
    .where(sql`manifest->>'sig'`, '=', sig)
    .select('id')
    .executeTakeFirst()) !== undefined;

/** Updates to it are deleted with it. */
export const deleteRelease = (db: Db, id: string) =>
  db.deleteFrom('firmware_release').where('id', '=', id).execute();

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

export const toRelease = ({
  manifest,
  changelog,
  uploaded_at,
  uploaded_by,
}: StoredRelease): FirmwareRelease => ({
  id: manifest.id,
  version: manifest.version,
  hw: manifest.hw,
  from: manifest.from,
  size: manifest.size,
  parts: manifest.parts,
  changelog,
  expires_at: manifest.exp,
  uploaded_at: seconds(uploaded_at),
  uploaded_by,
});
