import { mayStart, START_WINDOW_S } from '@manoboard/domain/start-rate';

/** When each pump was asked to start lately. Asking and noting are one step, so two people at once get one start. */
export function createStartLog() {
  const byDevice = new Map<number, number[]>();
  return {
    /** Notes the start, or gives back false if it comes too soon. */
    take(deviceId: number, nowS: number): boolean {
      const recent = (byDevice.get(deviceId) ?? []).filter((at) => at > nowS - START_WINDOW_S);
      const isAllowed = mayStart(recent, nowS);
      if (isAllowed) recent.push(nowS);
      byDevice.set(deviceId, recent);
      return isAllowed;
    },
  };
}
