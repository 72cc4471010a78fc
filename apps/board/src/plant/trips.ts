/** The drive's own faults that the simulated world can bring about (`domain.md` 1.7). */
export const TripCode = { none: 0, undervoltage: 10, inverterOverheat: 16 } as const;

/** Tuned: the GD10's own level is not known, others cut back at 95 °C or trip at 115 °C (`domain.md` 2.4). */
const OVERHEAT_C = 100;

/** The code of what trips the drive at this moment, 0 for nothing. A drive that is off does not trip. */
export function tripCause({ isOn, driveC }: { isOn: boolean; driveC: number }, hasBusPower: boolean): number {
  if (!isOn) return TripCode.none;
  if (!hasBusPower) return TripCode.undervoltage;
  return driveC >= OVERHEAT_C ? TripCode.inverterOverheat : TripCode.none;
}
