import * as z from 'zod/mini';
import { Email } from '../account/login.ts';
import { unixSeconds } from '../mqtt/wire.ts';
import { DeviceId, nameText } from '../text.ts';

/** R4.18: an invitation gives no rights of the owner, which need a role. */
export const InvitedLevel = z.enum(['watch', 'switch']);
export type InvitedLevel = z.infer<typeof InvitedLevel>;

/** R4.18: how long an invitation, or the question to a recipient, can be answered. */
export const INVITATION_DAYS = 7;
/** Open invitations, and recipients, of one device. */
export const MOST_INVITATIONS = 20;
export const MOST_RECIPIENTS = 20;

/** Without an e-mail the answer has a link, for one person. */
export const NewInvitation = z.strictObject({
  email: z.nullable(Email),
  level: InvitedLevel,
  expires_at: z.optional(z.nullable(unixSeconds)),
});
export type NewInvitation = z.infer<typeof NewInvitation>;

export const Invitation = z.object({
  id: z.int(),
  /** Null for a link. */
  email: z.nullable(z.string()),
  level: InvitedLevel,
  /** End of the access. */
  expires_at: z.nullable(unixSeconds),
  /** End of the invitation. */
  valid_until: unixSeconds,
});
export type Invitation = z.infer<typeof Invitation>;

/** The link is shown once; the server keeps only its hash. */
export const InvitationMade = z.extend(Invitation, { link: z.nullable(z.string()) });
export type InvitationMade = z.infer<typeof InvitationMade>;

const LinkToken = z.string().check(z.minLength(1), z.maxLength(100));
export const LinkBody = z.strictObject({ token: LinkToken });

/** What the holder of a link learns before they accept it. */
export const InvitationView = z.object({
  /** The alias, or nothing. */
  device_name: z.nullable(z.string()),
  /** Name of the person who shares. */
  by: z.string(),
  level: InvitedLevel,
  expires_at: z.nullable(unixSeconds),
  /** The account must have this address; null for a link. */
  email: z.nullable(z.string()),
});
export type InvitationView = z.infer<typeof InvitationView>;

export const InvitationAccepted = z.object({ id_dev: DeviceId });

/** A person who is told of alarms and has no rights. asked: no answer yet. */
export const RecipientState = z.enum(['asked', 'agreed', 'declined']);
export type RecipientState = z.infer<typeof RecipientState>;

export const NewRecipient = z.strictObject({ name: nameText(1, 64), email: Email });
export type NewRecipient = z.infer<typeof NewRecipient>;

export const Recipient = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  state: RecipientState,
  /** When the state began. */
  since: unixSeconds,
});
export type Recipient = z.infer<typeof Recipient>;

/** What the holder of the link in a mail learns: who asks, for which device, and their present answer. */
export const RecipientView = z.object({
  device_name: z.nullable(z.string()),
  by: z.string(),
  email: z.string(),
  state: RecipientState,
});
export type RecipientView = z.infer<typeof RecipientView>;

export const RecipientAnswer = z.strictObject({ token: LinkToken, agrees: z.boolean() });
