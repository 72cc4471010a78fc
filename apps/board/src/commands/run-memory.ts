import { type Disk, isReplaced, readJson } from '../disk/disk.ts';
import { type DriveState, isOn, RunState } from '../drive/drive.ts';

const FILE = 'run.json';

/** R5.9: whether the pump was on before a fault; a fault and a power loss say nothing about it. */
export interface RunMemory {
  /** At every look of the board. */
  see(state: DriveState | undefined): void;
  /** A person wants the pump off, whatever the drive does. */
  forget(): void;
  wasOn(): boolean;
  /** During a reset the drive passes through stop: what is seen does not count until the answer is called. */
  hold(): () => void;
}

/** Kept on the disk: a board that restarts beside a faulted drive still knows it. Unknown is off. */
export function createRunMemory(disk: Disk): RunMemory {
  let wasOn = Object(readJson(disk, FILE)).isOn === true;
  let holds = 0;

  function set(next: boolean): void {
    if (next === wasOn) return;
    wasOn = next;
    // A full disk costs the memory over a restart: then the pump stays off.
    isReplaced(disk, FILE, { isOn: next });
  }

  return {
    see(state) {
      if (!state || holds > 0) return;
      if (isOn(state)) set(true);
      else if (state.runState === RunState.stopped) set(false);
    },
    forget: () => set(false),
    wasOn: () => wasOn,
    hold() {
      holds++;
      return () => void holds--;
    },
  };
}
