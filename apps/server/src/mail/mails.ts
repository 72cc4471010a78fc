import type { Visit, VisitNews } from '@manoboard/contract/alert/visit';
import type { AddedAccess } from '@manoboard/contract/inbox/inbox';
import { type Locale, locales } from '@manoboard/contract/locales';
import { translatorOf } from '@manoboard/i18n/translator';
import type { Mail } from './mailer.ts';

// No text of a user is in a mail: a stranger could register with another person's address to advertise.

/** R3.4 */
export function resetPasswordMail(to: string, locale: Locale, link: string): Mail {
  const t = translatorOf(locale);
  return { to, subject: t('mail.resetPassword.subject'), text: t('mail.resetPassword.text', { link }) };
}

/** R4.3d */
export function confirmEmailMail(to: string, locale: Locale, link: string): Mail {
  const t = translatorOf(locale);
  return { to, subject: t('mail.confirmEmail.subject'), text: t('mail.confirmEmail.text', { link }) };
}

/** R4.18: names the confirmed address of the person who shares, and no text of theirs. */
export function invitationMail(to: string, locale: Locale, values: { by: string; link: string }): Mail {
  const t = translatorOf(locale);
  return { to, subject: t('mail.invitation.subject'), text: t('mail.invitation.text', values) };
}

/** R4.18: asks a person whether they want to be told of alarms. */
export function recipientMail(to: string, locale: Locale, values: { by: string; link: string }): Mail {
  const t = translatorOf(locale);
  return { to, subject: t('mail.recipient.subject'), text: t('mail.recipient.text', values) };
}

/** R3.5: to the address that is to be replaced. */
export function emailChangeMail(to: string, locale: Locale): Mail {
  const t = translatorOf(locale);
  return { to, subject: t('mail.emailChange.subject'), text: t('mail.emailChange.text') };
}

/** A notice without the name of the program or the address, which a user typed. */
export function accessAddedMail(to: string, locale: Locale, what: AddedAccess, link: string): Mail {
  const t = translatorOf(locale);
  return { to, subject: t('mail.accessAdded.subject'), text: t('mail.accessAdded.text', { what, link }) };
}

/** R7.5: to the owner and the technician of a visit, with the name of the pump, as in the mails of its alerts. */
export function visitMail(
  to: string,
  locale: Locale,
  {
    news,
    name,
    day,
    part,
    link,
  }: Pick<Visit, 'day' | 'part'> & { news: VisitNews; name: string; link: string },
): Mail {
  const t = translatorOf(locale);
  const format = new Intl.DateTimeFormat(locales[locale].tag, { dateStyle: 'full', timeZone: 'UTC' });
  const values = { news, name, part, link, day: format.format(new Date(day)) };
  return { to, subject: t('mail.visit.subject', values), text: t('mail.visit.text', values) };
}

/** A change of an account that its user must learn of. */
export type SecurityChange =
  | 'password'
  | 'email'
  | 'factor_added'
  | 'factor_removed'
  | 'recovery_codes'
  | 'recovery_code_used'
  | 'factor_reset';

/** A notice without a text of a user. */
export function securityMail(to: string, locale: Locale, what: SecurityChange, link: string): Mail {
  const t = translatorOf(locale);
  return { to, subject: t('mail.security.subject', { what }), text: t('mail.security.text', { what, link }) };
}

/** A Super Seller has requested that the second factors are removed. */
export function factorResetMail(to: string, locale: Locale, at: Date, link: string): Mail {
  const t = translatorOf(locale);
  const time = new Intl.DateTimeFormat(locales[locale].tag, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(at);
  return { to, subject: t('mail.factorReset.subject'), text: t('mail.factorReset.text', { time, link }) };
}

/** A check of the mail server, to the Super Seller who sends it. */
export function testMail(to: string, locale: Locale, link: string): Mail {
  const t = translatorOf(locale);
  return { to, subject: t('mail.test.subject'), text: t('mail.test.text', { link }) };
}

/** The end of the log of writes, to an address of the operator. */
export function auditHeadMail(to: string, locale: Locale, head: string): Mail {
  const t = translatorOf(locale);
  return { to, subject: t('mail.auditHead.subject'), text: t('mail.auditHead.text', { head }) };
}
