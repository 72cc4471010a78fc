import { createHash } from 'node:crypto';
import type { Info } from '@manoboard/contract/mqtt/topics';
import { profileText } from '@manoboard/domain/fc/profile';
import { PROFILES } from '@manoboard/domain/fc/profiles';

/** 128 bits of SHA-256: enough against another file with the hash of a stored one. */
export const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);

const SHIPPED = new Map(PROFILES.map((profile) => [profile.fcType, hashOf(profileText(profile))]));

/** The hash of a board's profile; null for the one that this server ships for the type, and for boards without one. */
export const ownProfileOf = ({ fc_type, profile }: Pick<Info['fc'], 'fc_type' | 'profile'>): string | null =>
  profile === undefined || SHIPPED.get(fc_type) === profile ? null : profile;
