import type { FcProfile } from './profile.ts';
import type { Register } from './register.ts';

/** Names of the fault log: the present and the previous faults, and what the drive measured as it tripped. */
const LOGGED = /^(present_fault|previous_fault_\d+|fault_(?!code)\w+)$/;
/** Shown first: what happened, what happened before, and the two values that explain most trips. */
const MAIN = ['present_fault', 'previous_fault_1', 'fault_frequency', 'fault_bus_voltage'];

const isBusVoltage = ({ values }: FcProfile, { name }: Register) => name === values.busVoltage;

/** R5.9: the registers of the fault log, and the present bus voltage. */
export const faultLogOf = (profile: FcProfile): Register[] =>
  profile.registers.filter((register) => LOGGED.test(register.name) || isBusVoltage(profile, register));

export const isMainOfFaultLog = (profile: FcProfile, register: Register) =>
  MAIN.includes(register.name) || isBusVoltage(profile, register);

/** A fault code, not a quantity. */
export const isLoggedCode = ({ name }: Pick<Register, 'name'>) =>
  /^(present_fault|previous_fault_\d+)$/.test(name);
