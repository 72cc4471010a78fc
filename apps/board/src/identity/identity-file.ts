/** A secret file: the secret, and below it what the console knew of the server when it made the file. */
export interface IdentityFile {
  secret: string;
  /** Line `mqtt ADDRESS`. */
  mqtt: string | undefined;
  /** Line `ca sha256:FINGERPRINT`. */
  ca: string | undefined;
}

export function parseIdentityFile(text: string): IdentityFile {
  const [secret = '', ...lines] = text.trim().split(/\r?\n/);
  const lineOf = (key: string) =>
    lines
      .find((line) => line.startsWith(`${key} `))
      ?.slice(key.length + 1)
      .trim();
  return { secret: secret.trim(), mqtt: lineOf('mqtt'), ca: lineOf('ca') };
}
