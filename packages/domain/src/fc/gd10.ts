import { FC_FAULTS } from './faults.ts';
import type { FcProfile } from './profile.ts';
import { isVerifiedBy, parameterAddress, type Register, type Source, type Unit } from './register.ts';

type More = Partial<Pick<Register, 'access' | 'isSigned' | 'isForStandstill'>>;

const row = (
  address: number,
  name: string,
  unit: Unit,
  decimals: number,
  source: Source,
  more: More = {},
): Register => ({
  address,
  name,
  unit,
  decimals,
  isSigned: false,
  access: 'ro',
  hasRamWrite: false,
  isForStandstill: false,
  source,
  isVerified: isVerifiedBy(source),
  ...more,
});

const word = (...[address, name, unit, decimals, source, more]: Parameters<typeof row>) =>
  row(address, name, unit, decimals, source, { access: 'rw', ...more });

/** A parameter P`group`.`index` that may be changed. */
const parameter = (
  group: number,
  index: number,
  name: string,
  unit: Unit,
  decimals: number,
  source: Source,
  more: More = {},
): Register => ({
  ...row(parameterAddress(group, index), name, unit, decimals, source, { access: 'rw', ...more }),
  hasRamWrite: more.access !== 'ro',
});

const fixed = { access: 'ro' } as const;
const signed = { isSigned: true } as const;

/** `domain.md` 1.2 to 1.6. */
const registers: readonly Register[] = [
  parameter(0, 1, 'run_channel', '', 0, 'F'),
  parameter(0, 2, 'communication_channel', '', 0, 'M'),
  parameter(0, 3, 'max_frequency', 'Hz', 2, 'F', { isForStandstill: true }),
  parameter(0, 4, 'upper_frequency', 'Hz', 2, 'I', { isForStandstill: true }),
  parameter(0, 5, 'lower_frequency', 'Hz', 2, 'I', { isForStandstill: true }),
  parameter(0, 6, 'frequency_source', '', 0, 'F'),
  parameter(0, 11, 'acceleration_time', 's', 1, 'F'),
  parameter(0, 12, 'deceleration_time', 's', 1, 'F'),
  parameter(1, 19, 'below_lower_frequency', '', 0, 'F', { isForStandstill: true }),
  parameter(1, 20, 'wake_delay', 's', 1, 'M'),
  parameter(7, 12, 'module_temperature', '°C', 1, 'X', { ...fixed, ...signed }),
  parameter(7, 14, 'operating_hours', 'h', 0, 'X', fixed),
  parameter(7, 15, 'energy_high', 'kWh', -3, 'X', fixed),
  parameter(7, 16, 'energy_low', 'kWh', 1, 'X', fixed),
  parameter(7, 27, 'present_fault', '', 0, 'M', fixed),
  parameter(7, 28, 'previous_fault_1', '', 0, 'M', fixed),
  parameter(7, 29, 'previous_fault_2', '', 0, 'M', fixed),
  parameter(7, 30, 'previous_fault_3', '', 0, 'M', fixed),
  parameter(7, 31, 'previous_fault_4', '', 0, 'M', fixed),
  parameter(7, 32, 'previous_fault_5', '', 0, 'M', fixed),
  parameter(7, 33, 'fault_frequency', 'Hz', 2, 'M', fixed),
  parameter(7, 34, 'fault_ramp_frequency', 'Hz', 2, 'M', fixed),
  parameter(7, 35, 'fault_output_voltage', 'V', 0, 'M', fixed),
  parameter(7, 36, 'fault_output_current', 'A', 1, 'M', fixed),
  parameter(7, 37, 'fault_bus_voltage', 'V', 1, 'M', fixed),
  parameter(7, 38, 'fault_temperature', '°C', 1, 'M', { ...fixed, ...signed }),
  parameter(7, 39, 'fault_inputs', '', 0, 'M', fixed),
  parameter(7, 40, 'fault_outputs', '', 0, 'M', fixed),
  parameter(9, 0, 'pid_reference_source', '', 0, 'F'),
  parameter(9, 1, 'pid_preset', '%', 1, 'F', signed),
  parameter(9, 2, 'pid_feedback_source', '', 0, 'F'),
  parameter(9, 4, 'pid_gain', '', 2, 'F'),
  parameter(9, 5, 'pid_integral_time', 's', 2, 'F'),
  parameter(9, 11, 'feedback_lost_level', '%', 1, 'F'),
  parameter(9, 12, 'feedback_lost_time', 's', 1, 'F'),
  parameter(14, 0, 'unit_address', '', 0, 'F'),
  parameter(14, 1, 'baud_rate', '', 0, 'F'),
  parameter(14, 2, 'line_format', '', 0, 'F'),
  parameter(14, 3, 'answer_delay', '', 0, 'F'),
  parameter(14, 4, 'line_loss_time', 's', 1, 'F'),
  parameter(14, 5, 'line_loss_action', '', 0, 'F'),
  word(0x2000, 'run_command', '', 0, 'M'),
  word(0x2001, 'frequency_set_point', 'Hz', 2, 'M'),
  word(0x2002, 'pid_reference', '%', 1, 'M'),
  word(0x2003, 'pid_feedback', '%', 1, 'M'),
  word(0x200a, 'virtual_input', '', 0, 'M'),
  word(0x200b, 'virtual_terminal', '', 0, 'M'),
  word(0x200d, 'analog_output_1', '%', 1, 'M', signed),
  row(0x2100, 'run_state', '', 0, 'M'),
  // The GD10's manual confirms bit 0 (bus voltage established); bits 5 and 6 (control source) come from a sister drive.
  row(0x2101, 'status_bits', '', 0, 'F'),
  row(0x2102, 'fault_code', '', 0, 'M'),
  row(0x2103, 'identity', '', 0, 'M'),
  row(0x3000, 'running_frequency', 'Hz', 2, 'F'),
  row(0x3001, 'set_frequency', 'Hz', 2, 'HW'),
  row(0x3002, 'bus_voltage', 'V', 1, 'HW'),
  row(0x3003, 'output_voltage', 'V', 0, 'HW'),
  row(0x3004, 'output_current', 'A', 1, 'HW'),
  row(0x3005, 'motor_speed', 'rpm', 0, 'HW'),
  row(0x3006, 'output_power', '%', 1, 'F', signed),
  row(0x3007, 'output_torque', '%', 1, 'F', signed),
  row(0x3008, 'pid_set', '%', 1, 'HW', signed),
  row(0x3009, 'pid_measured', '%', 1, 'HW', signed),
  row(0x300a, 'input_terminals', '', 0, 'F'),
  row(0x300b, 'output_terminals', '', 0, 'F'),
  row(0x300c, 'analog_input_1', 'V', 2, 'M'),
  row(0x300d, 'analog_input_2', 'V', 2, 'M'),
  row(0x3012, 'multistep', '', 0, 'M'),
  row(0x3014, 'external_count', '', 0, 'M'),
  row(0x3015, 'torque_set', '%', 1, 'M', signed),
  row(0x3016, 'identity_copy', '', 0, 'M'),
  row(0x5000, 'fault_code_copy', '', 0, 'M'),
];

export const gd10: FcProfile = {
  fcType: 'GD10',
  identities: [0x010d],
  registers,
  /** `domain.md` 1.4: readable, without a meaning. */
  reserved: [0x300e, 0x300f, 0x3011, 0x3013],
  faults: FC_FAULTS.GD10,
  /** `domain.md` 1.8: from 05 on the meanings differ from the Modbus standard. */
  exceptions: {
    1: 'illegal_function',
    2: 'illegal_address',
    3: 'illegal_value',
    4: 'operation_failed',
    5: 'wrong_password',
    6: 'frame_error',
    7: 'read_only',
    8: 'not_while_running',
    9: 'password_protected',
  },
  /**
   * Registers that a technician may write remotely, with limits as raw words. Excluded: starting and the control
   * source (they have commands of their own), the serial line (P14) and the frequency limits (P00.03 to P00.05).
   */
  writable: {
    11: { least: 1, most: 36_000 },
    12: { least: 1, most: 36_000 },
    276: { least: 0, most: 36_000 },
    2305: { least: 0, most: 1000 },
    2308: { least: 0, most: 10_000 },
    2309: { least: 1, most: 1000 },
    2315: { least: 0, most: 1000 },
    2316: { least: 0, most: 36_000 },
    8194: { least: 0, most: 1000 },
  },
  /** The required pressure changes often: RAM-only writes spare the EEPROM. */
  requiredPressure: { address: parameterAddress(9, 1), isRam: true },
};
