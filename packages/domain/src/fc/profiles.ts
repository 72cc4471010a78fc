import { FC_FAULTS } from './faults.ts';
import { gd10 } from './gd10.ts';
import type { FcProfile } from './profile.ts';
import type { Register } from './register.ts';

/** From manuals of the family, not confirmed on this drive (`domain.md` 1.2 to 1.4, 1.7). */
const unconfirmed = (register: Register): Register => ({
  ...register,
  source: register.source === 'X' || register.source === 'I' ? register.source : 'F',
  isVerified: false,
});

const analogInput3: Register = {
  address: 0x300e,
  name: 'analog_input_3',
  unit: 'V',
  decimals: 2,
  isSigned: false,
  access: 'ro',
  hasRamWrite: false,
  isForStandstill: false,
  source: 'F',
  isVerified: false,
};

const sister = (fcType: string, identities: readonly number[]): FcProfile => ({
  ...gd10,
  fcType,
  identities,
  registers: gd10.registers.map(unconfirmed),
});

const withAnalogInput3 = (profile: FcProfile): FcProfile => ({
  ...profile,
  registers: [...profile.registers, analogInput3].sort((a, b) => a.address - b.address),
  reserved: profile.reserved.filter((address) => address !== analogInput3.address),
});

const gd20 = withAnalogInput3(sister('GD20', [0x0106]));

const gd200a: FcProfile = {
  ...withAnalogInput3(sister('GD200A', [0x0107, 0x010c])),
  faults: FC_FAULTS.GD200A,
};

const profiles: readonly FcProfile[] = [
  gd10,
  gd20,
  gd200a,
  sister('GD100', [0x010b]),
  sister('GD300', [0x010a]),
];

/** An unknown type has no register map; GD10 is not assumed. */
export const profileOf = (fcType: string) => profiles.find((profile) => profile.fcType === fcType);

/** Register 2103H identifies the type. */
export const profileOfIdentity = (identity: number) =>
  profiles.find(({ identities }) => identities.includes(identity));
