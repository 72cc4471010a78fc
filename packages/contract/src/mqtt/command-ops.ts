import * as z from 'zod/mini';
import { type CommandOp, ResettableMeter } from '../command/command.ts';
import { asciiName, MAX_WORDS, MessageId, register, ts, v } from './wire.ts';

const label = z.optional(z.string().check(z.maxLength(64)));

const op = <N extends string, S extends Record<string, z.ZodMiniType>>(name: N, fields: S) =>
  z.object({ v, id: MessageId, op: z.literal(name), ...fields, ts, exp: ts, by: asciiName });

/** A command for this board, valid until `exp`: each op with its fields. */
export const commandOps = {
  start_stop: op('start_stop', { what: label, val: z.boolean() }),
  /** true locks the keypad: remote control (`modbus` 2). */
  set_lock: op('set_lock', { what: label, val: z.boolean() }),
  /** bar ÷ normalizer, as in `required_pressure`. */
  write: op('write', { what: z.literal('Required pressure'), val: z.number().check(z.gte(0), z.lte(1000)) }),
  /** 0 or false: the set point comes from the Modbus line; true or another source: from the converter itself. */
  pressure_control: op('pressure_control', { what: label, val: z.union([z.boolean(), register]) }),
  reset: op('reset', { what: label, name: ResettableMeter }),
  /** Resets a fault of the drive whose cause is gone. A pump that was on before the fault is started again. */
  fault_reset: op('fault_reset', { what: label, val: z.literal(true) }),
  /** R5.11: the pump stays off; the board starts it no more by itself. */
  end_retries: op('end_retries', { what: label }),
  reg_read: op('reg_read', { reg: register, n: z.int().check(z.gte(1), z.lte(MAX_WORDS)) }),
  /** `ram` avoids EEPROM wear; `expect` is the required current value. */
  reg_write: op('reg_write', {
    reg: register,
    val: register,
    ram: z.optional(z.boolean()),
    expect: z.optional(register),
  }),
  restart: op('restart', {}),
} satisfies Record<CommandOp, z.ZodMiniType>;

export const COMMAND_OPS = Object.keys(commandOps) as CommandOp[];
