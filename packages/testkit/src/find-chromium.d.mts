export declare const HEADLESS_SHELL: string;
export function findChromium(
  env?: Record<string, string | undefined>,
  exists?: (path: string) => boolean,
): string | undefined;
