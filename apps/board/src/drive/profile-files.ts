import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProfileFile } from '@manoboard/contract/converter/profile-file';
import type { FcProfile } from '@manoboard/domain/fc/profile';
import { checkProfile, problemLines } from '@manoboard/domain/fc/profile-check';
import { profileOf, SHIPPED_FILES } from '@manoboard/domain/fc/profiles';
import { fileErrorReason, Refusal } from '../refusal.ts';

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Refusal(`The profile ${path} cannot be read (${fileErrorReason(error)}).`);
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => join(folder, name));
  } catch (error) {
    throw new Refusal(`The folder of profiles ${folder} cannot be read (${fileErrorReason(error)}).`);
  }
}

function readProfile(path: string, bases: readonly ProfileFile[]) {
  const checked = checkProfile(textOf(path), bases);
  if (!('problems' in checked)) return checked;
  const lines = problemLines(path, checked.problems);
  throw new Refusal(`The profile has errors:\n${lines.join('\n')}`);
}

/** A person's own profiles, `--profile` first; a `Refusal` names file, line, path and reason of each error. */
export function readProfiles(options: {
  file?: string | undefined;
  folder?: string | undefined;
}): FcProfile[] {
  const paths = [
    ...(options.file === undefined ? [] : [options.file]),
    ...(options.folder === undefined ? [] : namesIn(options.folder)),
  ];
  const read: { file: ProfileFile; profile: FcProfile }[] = [];
  for (const path of paths) read.push(readProfile(path, [...read.map(({ file }) => file), ...SHIPPED_FILES]));
  return read.map(({ profile }) => profile);
}

/** The profile of a type, own ones first. */
export function getProfileOf(fcType: string, own: readonly FcProfile[]): FcProfile {
  const profile = own.find((candidate) => candidate.fcType === fcType) ?? profileOf(fcType);
  if (profile) return profile;
  throw new Refusal(
    `The registers of a ${fcType} are unknown: --fc-type must be another, or --profile must name its file.`,
  );
}
