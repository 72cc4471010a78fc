/** State of the device as shown on the page. */
export interface Facts {
  name: string;
  connection: string;
  banners: string;
  pump: string;
  /** Position, and whether it can be changed. */
  switch: string;
  lock: string;
  /** Value and bounds, and whether it can be changed. */
  required: string;
  /** By name: the value, its age, and whether it is marked as old. */
  values: Record<string, string>;
  /** The newest timeline entries. */
  newest: string;
}

const flat = ({ values, ...rest }: Facts): Record<string, string> => ({ ...rest, ...values });

/** Empty if both are equal, else both values of each difference. */
export function difference(page: Facts, server: Facts): string | undefined {
  const [shown, known] = [flat(page), flat(server)];
  const names = new Set([...Object.keys(shown), ...Object.keys(known)]);
  const lines = [...names]
    .filter((name) => shown[name] !== known[name])
    .map((name) => `${name}: page "${shown[name]}", server "${known[name]}"`);
  return lines.length > 0 ? lines.join('\n') : undefined;
}
