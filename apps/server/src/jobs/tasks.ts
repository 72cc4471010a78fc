import type { LocaleName } from '@manoboard/contract/account/account';
import type { ForgotPassword } from '@manoboard/contract/account/credentials';
import type { VisitNews } from '@manoboard/contract/alert/visit';
import type { AddedAccess } from '@manoboard/contract/inbox/inbox';
import type { SecurityChange } from '../mail/mails.ts';

/** Kinds of tasks with their payloads. No payload holds a token: links are made when the mail is sent. */
export interface Tasks {
  recovery_mail: ForgotPassword;
  confirmation_mail: { userId: number; email: string };
  energy_report_mail: { userId: number; deviceKey: number; date: string };
  email_change_mail: { email: string; locale: LocaleName | null };
  access_added_mail: { userId: number; what: AddedAccess };
  /** To the address of the account, or to this former one. */
  security_mail: { userId: number; what: SecurityChange; email?: string };
  factor_reset_mail: { userId: number };
  /** Of this version of a visit: a later change has a mail of its own. */
  visit_mail: { userId: number; visitId: number; version: number; news: VisitNews };
  invitation_mail: { invitationId: number };
  recipient_mail: { recipientId: number };
}
export type TaskKind = keyof Tasks;
const KINDS: Record<TaskKind, true> = {
  recovery_mail: true,
  confirmation_mail: true,
  energy_report_mail: true,
  email_change_mail: true,
  access_added_mail: true,
  security_mail: true,
  factor_reset_mail: true,
  visit_mail: true,
  invitation_mail: true,
  recipient_mail: true,
};
export const TASK_KINDS = Object.keys(KINDS) as TaskKind[];
/** A handler may run twice for one task: the server may die after the work and before the job is deleted. */
export type TaskHandlers = { [Kind in TaskKind]: (payload: Tasks[Kind]) => Promise<void> };
