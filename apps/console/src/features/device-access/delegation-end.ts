/** Day first, as in both languages, with any common separator; or 2026-11-30, the value of a date field. */
const TYPED = /^(\d{1,2})[\s./-]+(\d{1,2})[\s./-]+(\d{4})\.?$/;
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

function partsOf(text: string): (number | undefined)[] {
  const day = DAY.exec(text)?.slice(1).map(Number);
  return day ?? TYPED.exec(text)?.slice(1).map(Number).reverse() ?? [];
}

/** Local midnight at the start of the typed day; `undefined` for an invalid date. */
function dayBegin(text: string): Date | undefined {
  const [year, month, date] = partsOf(text.trim());
  if (year === undefined || month === undefined || date === undefined) return undefined;
  const begin = new Date(year, month - 1, date);
  return begin.getMonth() === month - 1 ? begin : undefined;
}

/** Unix seconds of the last second of a day. */
export function endOfDay(text: string): number | null {
  const begin = dayBegin(text);
  if (!begin) return null;
  return new Date(begin.getFullYear(), begin.getMonth(), begin.getDate() + 1).getTime() / 1000 - 1;
}

const twoDigits = (part: number) => String(part).padStart(2, '0');

/** The local day as the value of a date field; empty for access without an end. */
export function dayOf(seconds: number | null): string {
  if (seconds === null) return '';
  const date = new Date(seconds * 1000);
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}
