import type { Locale } from '@manoboard/i18n/locales';
import { translatorOf } from '@manoboard/i18n/translator';
import type { Mail } from './mailer.ts';

/** R3.4. No word of the user stands in it: a name could be somebody else's advertisement. */
export function resetPasswordMail(to: string, locale: Locale, link: string): Mail {
  const t = translatorOf(locale);
  return { to, subject: t('mail.resetPassword.subject'), text: t('mail.resetPassword.text', { link }) };
}
