const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Unix seconds of the last second of a day as the date field writes it (2026-11-30), in the reader's time. */
export function endOfDay(day: string): number | null {
  const [, year, month, date] = DAY.exec(day)?.map(Number) ?? [];
  if (year === undefined || month === undefined || date === undefined) return null;
  return new Date(year, month - 1, date + 1).getTime() / 1000 - 1;
}

const twoDigits = (part: number) => String(part).padStart(2, '0');

/** The day of a time, as the date field writes it; an access without an end has none. */
export function dayOf(seconds: number | null): string {
  if (seconds === null) return '';
  const date = new Date(seconds * 1000);
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}
