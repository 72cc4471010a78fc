import type { SecretPair } from './board-secrets.ts';

/** A secret file: the secret, and below it what the console knew of the server when it made the file. */
export interface IdentityFile {
  secret: string;
  /** Line `former SECRET`: valid until the server has accepted the other. */
  former: string | undefined;
  /** Line `mqtt ADDRESS`. */
  mqtt: string | undefined;
  /** Line `ca sha256:FINGERPRINT`. */
  ca: string | undefined;
}

const linesOf = (text: string) => text.trim().split(/\r?\n/);

export function parseIdentityFile(text: string): IdentityFile {
  const [secret = '', ...lines] = linesOf(text);
  const lineOf = (key: string) =>
    lines
      .find((line) => line.startsWith(`${key} `))
      ?.slice(key.length + 1)
      .trim();
  return { secret: secret.trim(), former: lineOf('former'), mqtt: lineOf('mqtt'), ca: lineOf('ca') };
}

/** The same file with other secrets. */
export function withSecrets(text: string, { secret, former }: SecretPair): string {
  const [, ...lines] = linesOf(text);
  const others = lines.filter((line) => !line.startsWith('former '));
  return [secret, ...(former === undefined ? [] : [`former ${former}`]), ...others, ''].join('\n');
}
