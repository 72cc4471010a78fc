/** R4.14: the version whose devices the firmware page lists; an empty text is an unknown one. */
export interface FirmwareSearch {
  version?: string;
  hw?: string;
}

export function firmwareSearch({ version, hw }: Record<string, unknown>): FirmwareSearch {
  // The router parses a text such as `2` as a number.
  const texts = [version, hw].map((value) => (typeof value === 'number' ? `${value}` : value));
  const [versionText, hwText] = texts;
  return typeof versionText === 'string' && typeof hwText === 'string'
    ? { version: versionText, hw: hwText }
    : {};
}
