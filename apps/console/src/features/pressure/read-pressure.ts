/** R5.5: what somebody typed, with a comma or a point, in bar; nothing when it is no number. */
export function parsePressure(typed: string): number | undefined {
  const text = typed.trim().replace(',', '.');
  if (!/^\d{1,3}(\.\d*)?$/.test(text)) return undefined;
  return Math.round(Number(text) * 10) / 10;
}
