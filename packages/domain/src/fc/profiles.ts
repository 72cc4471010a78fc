import type { ProfileFile, ProfileVariant } from '@manoboard/contract/converter/profile-file';
import type { FcProfile } from './profile.ts';
import gd10 from './profiles/gd10.json' with { type: 'json' };
import gd20 from './profiles/gd20.json' with { type: 'json' };
import gd100 from './profiles/gd100.json' with { type: 'json' };
import gd200a from './profiles/gd200a.json' with { type: 'json' };
import gd300 from './profiles/gd300.json' with { type: 'json' };
import sinamicsV20 from './profiles/sinamics-v20.json' with { type: 'json' };
import vltFc51 from './profiles/vlt-fc51.json' with { type: 'json' };
import { extendFile, resolveProfile } from './resolve-profile.ts';

/** Whole files first. A test checks each against the schema, so that the console need not. */
const FILES = [gd10, sinamicsV20, vltFc51] as unknown as readonly ProfileFile[];
const VARIANTS = [gd20, gd200a, gd100, gd300] as unknown as readonly ProfileVariant[];

function baseOf({ type, extends: base }: ProfileVariant): ProfileFile {
  const file = FILES.find((known) => known.type === base);
  if (!file) throw new RangeError(`${type} extends ${base}, which is not shipped`);
  return file;
}

/** The files that the product ships, variants completed. */
export const SHIPPED_FILES: readonly ProfileFile[] = [
  ...FILES,
  ...VARIANTS.map((variant) => extendFile(baseOf(variant), variant)),
];

export const PROFILES: readonly FcProfile[] = SHIPPED_FILES.map(resolveProfile);

/** An unknown type has no register map; GD10 is not assumed. */
export const profileOf = (fcType: string) => PROFILES.find((profile) => profile.fcType === fcType);

export function getProfile(fcType: string): FcProfile {
  const profile = profileOf(fcType);
  if (!profile) throw new RangeError(`${fcType} has no profile`);
  return profile;
}

/** The profile with this identity among those that identify themselves by the same register as this one. */
export function profileOfIdentity(like: FcProfile, identity: number): FcProfile | undefined {
  const address = (profile: FcProfile) =>
    profile.registers.find(({ name }) => name === profile.identityRegister)?.address;
  return [like, ...PROFILES].find(
    (profile) => address(profile) === address(like) && profile.identities.includes(identity),
  );
}
