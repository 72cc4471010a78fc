/** A list of IDs from the browser's storage. Another version of the console, or a person, may have written anything there. */
export function parseIds(stored: string | null): string[] {
  try {
    const ids: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
