import type { Ack, Cmd } from '@manoboard/contract/mqtt/topics';

/** State that a drive shows after a command. */
export function readBack(cmd: Cmd): NonNullable<Ack['d']> {
  switch (cmd.op) {
    case 'start_stop':
      return { on_off_state_r: cmd.val ? 1 : 3 };
    case 'set_lock':
      return { modbus: cmd.val ? 2 : 0 };
    case 'write':
      return { required_pressure: cmd.val };
    case 'pressure_control':
      return { pressure_control: Number(cmd.val) };
    case 'reset':
      return { [cmd.name]: 0 };
    case 'fault_reset':
      return { on_off_state_r: 3, fault: 0 };
    case 'reg_write':
      return { reg: cmd.reg, val: cmd.val };
    default:
      return {};
  }
}
