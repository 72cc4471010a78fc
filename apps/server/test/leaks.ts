/** A secret of a test, and the only places where it may be readable. */
export interface KnownSecret {
  name: string;
  value: string;
  allowedIn: readonly string[];
  /** What the product may store of it, if that is not the text: the bytes of a key. */
  bytes: Buffer;
}

/** A place where a secret must not be: a log, the mails, a backup. */
export interface Place {
  name: string;
  text: string;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** As text, as text of a URL, and as bytes in hex or base64. A short code is looked for as a whole number. */
function formsOf({ value, bytes }: KnownSecret): RegExp[] {
  if (/^\d{6}$/.test(value)) return [new RegExp(`(?<![\\d.])${value}(?!\\d)`)];
  const plain = Buffer.from(value);
  const forms = [
    value,
    encodeURIComponent(value),
    ...[plain, bytes].flatMap((raw) => [raw.toString('hex'), raw.toString('base64url')]),
    ...[plain, bytes].map((raw) => raw.toString('base64').replace(/=+$/, '')),
  ];
  return [...new Set(forms)].map((form) => new RegExp(escaped(form), 'i'));
}

/** Every secret that is readable where it may not be, as a sentence. */
export const findLeaks = (secrets: readonly KnownSecret[], places: readonly Place[]): string[] =>
  secrets.flatMap((secret) => {
    const forms = formsOf(secret);
    return places
      .filter(({ name, text }) => !secret.allowedIn.includes(name) && forms.some((form) => form.test(text)))
      .map((place) => `the ${secret.name} is in the ${place.name}`);
  });
