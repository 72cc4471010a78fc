import { type Disk, isReplaced, readJson } from '../disk/disk.ts';
import { type DriveState, isOn, RunState } from '../drive/drive.ts';

const FILE = 'run.json';

/** R5.9: whether the pump was on before a fault; a fault and a power loss do not change it. */
export interface RunMemory {
  /** Called at every poll. */
  see(state: DriveState | undefined): void;
  /** A person stopped the pump. */
  forget(): void;
  wasOn(): boolean;
  /** The same before the start of the board; undefined if it was never known. */
  readonly atBoot: boolean | undefined;
  /** A reset passes through the stopped state: states are ignored until the returned function is called. */
  hold(): () => void;
}

/** Stored on disk: a board that restarts beside a faulted drive still knows it. Unknown counts as off. */
export function createRunMemory(disk: Disk): RunMemory {
  const { isOn: saved }: { isOn?: unknown } = Object(readJson(disk, FILE));
  const atBoot = typeof saved === 'boolean' ? saved : undefined;
  let wasOn = atBoot;
  let holds = 0;

  function set(next: boolean): void {
    if (next === wasOn) return;
    wasOn = next;
    // A full disk loses this state at the next restart; then the pump stays off.
    isReplaced(disk, FILE, { isOn: next });
  }

  return {
    see(state) {
      if (!state || holds > 0) return;
      if (isOn(state)) set(true);
      else if (state.runState === RunState.stopped) set(false);
    },
    forget: () => set(false),
    wasOn: () => wasOn === true,
    atBoot,
    hold() {
      holds++;
      return () => void holds--;
    },
  };
}
