/** What is known of the device, in the words in which the page shows it. */
export interface Facts {
  name: string;
  connection: string;
  banners: string;
  pump: string;
  /** Position, and whether anybody may change it. */
  switch: string;
  lock: string;
  /** Value and bounds, and whether anybody may change it. */
  required: string;
  /** By their names: the value, its age, and whether that is the past. */
  values: Record<string, string>;
  /** The newest of what happened. */
  newest: string;
}

const flat = ({ values, ...rest }: Facts): Record<string, string> => ({ ...rest, ...values });

/** Nothing when both say the same, else what each of them says where they differ. */
export function difference(page: Facts, server: Facts): string | undefined {
  const [shown, known] = [flat(page), flat(server)];
  const names = new Set([...Object.keys(shown), ...Object.keys(known)]);
  const lines = [...names]
    .filter((name) => shown[name] !== known[name])
    .map((name) => `${name}: page "${shown[name]}", server "${known[name]}"`);
  return lines.length > 0 ? lines.join('\n') : undefined;
}
