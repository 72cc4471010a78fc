import type { Core } from '../../../core.ts';
import { type Mail, type Mailer, mailFailureOf } from '../../../mail/mailer.ts';
import {
  type AlertChannel,
  type AlertMessage,
  TargetGoneError,
  UndeliverableError,
} from '../alert-channel.ts';
import { type RecipientLinks, recipientOf } from '../recipients/recipient-links.ts';
import { findRecipient } from '../recipients/recipients.repo.ts';
import { alertMail } from './alert-mail.ts';
import { PAGES } from './alert-message.ts';
import { findAddress } from './reach.repo.ts';

interface Needs extends Pick<Core, 'db' | 'pageUrl'> {
  sendMail: Mailer['send'];
  links: RecipientLinks;
  /** The server sends no mails: it writes files. */
  isFile?: boolean;
}

/** The mail server refuses this mail for ever; a refused login is a setting that the operator can correct. */
const isPermanent = (error: { code?: string; responseCode?: number }) =>
  error.code !== 'EAUTH' && (error.responseCode ?? 0) >= 500;

/** Alerts by e-mail. A target is an account, so that a changed address is used at once. */
export function createMailChannel({ db, sendMail, pageUrl, links, isFile = false }: Needs): AlertChannel {
  async function mailTo(targetId: string, message: AlertMessage): Promise<Mail> {
    const recipientId = recipientOf(targetId);
    if (recipientId === undefined) {
      const email = await findAddress(db, Number(targetId));
      if (!email) throw new UndeliverableError('the e-mail address is not confirmed');
      return alertMail(email, message, pageUrl(PAGES.settings));
    }
    const recipient = await findRecipient(db, recipientId);
    if (recipient?.state !== 'agreed') throw new TargetGoneError('the recipient has ended it');
    return alertMail(recipient.email, message, links.url(recipientId), true);
  }

  return {
    name: 'mail',
    isFile,
    async targetsOf(tx, userId) {
      if (userId === null) return [];
      const email = await findAddress(tx, userId);
      return email ? [{ id: `${userId}`, label: email }] : [];
    },
    async send(targetId, message) {
      const mail = await mailTo(targetId, message);
      try {
        await sendMail(mail);
      } catch (error) {
        const { detail } = mailFailureOf(error);
        throw isPermanent(error as object) ? new UndeliverableError(detail) : new Error(detail);
      }
    },
  };
}
