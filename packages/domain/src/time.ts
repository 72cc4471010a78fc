/** Durations. A time in milliseconds ends in `Ms`, one in seconds in `S`. */
export const SECOND_MS = 1000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;
/** A year has 365 days here. */
export const YEAR_MS = 365 * DAY_MS;
export const MINUTE_S = 60;
export const HOUR_S = 3600;
export const DAY_S = 86_400;
