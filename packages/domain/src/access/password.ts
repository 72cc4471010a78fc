/** The person whose password it is. */
export interface PasswordOwner {
  email: string;
  name: string;
  surname: string;
}

/** Words of the product, which a guesser tries first. */
const PRODUCT_WORDS = ['manoboard', 'cerpadlo', 'pumpa', 'pump'];
/** Shorter parts of names occur in other words by chance. */
const MIN_WORD = 3;
/** A password needs this many letters beside names and words of the product. */
const MIN_OTHER_LETTERS = 4;
/** Digits and symbols around a common password that do not make it another one. */
const MAX_DECORATION = 4;
/** Letters that people replace by a digit or a symbol. */
const REPLACED: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** Lower case without diacritics: the entries of the list of common passwords. */
export const plainPassword = (password: string) =>
  password.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

const withLetters = (plain: string) => plain.replace(/[013457@$!]/g, (sign) => REPLACED[sign] ?? sign);

/**
 * R3.2: what a list of common passwords is searched for: the password itself, without symbols around it, and without up to four
 * digits and symbols around it; each also with the letters that digits replace.
 */
export function passwordForms(password: string): string[] {
  const plain = plainPassword(password);
  const core = plain.replace(/^[^a-z]+|[^a-z]+$/g, '');
  const forms = [plain, plain.replace(/^[^a-z\d]+|[^a-z\d]+$/g, '')];
  if (plain.length - core.length <= MAX_DECORATION) forms.push(core);
  return [...new Set(forms.flatMap((form) => [form, withLetters(form)]))].filter((form) => form !== '');
}

function wordsOf({ email, name, surname }: PasswordOwner): string[] {
  const parts = [
    email.split('@')[0] ?? '',
    ...[email, name, surname].flatMap((text) => text.split(/[^\p{L}]+/u)),
  ];
  return [...parts, ...PRODUCT_WORDS]
    .map(plainPassword)
    .filter((word) => word.length >= MIN_WORD)
    .sort((a, b) => b.length - a.length);
}

/** R3.2: names, parts of the e-mail and words of the product with little else. */
export function isPersonalPassword(password: string, owner: PasswordOwner): boolean {
  const words = wordsOf(owner);
  return [plainPassword(password), withLetters(plainPassword(password))].some((form) => {
    const rest = words.reduce((left, word) => left.replaceAll(word, ' '), form);
    return rest !== form && (rest.match(/[a-z]/g) ?? []).length < MIN_OTHER_LETTERS;
  });
}
