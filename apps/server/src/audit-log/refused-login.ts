import { integrationIdOf, isIntegrationName } from '@manoboard/contract/mqtt/integration-topics';
import { DeviceId } from '@manoboard/contract/text';
import * as z from 'zod/mini';
import type { SecurityLog } from './security-log.ts';

/** A refused login on the broker. A name that is neither an ID nor one of a program is left out: it may be a secret. */
export function noteRefusedLogin(
  { note }: Pick<SecurityLog, 'note'>,
  name: string,
  address: string | undefined,
): void {
  const isProgram = isIntegrationName(name);
  const isName = isProgram ? integrationIdOf(name) !== undefined : z.safeParse(DeviceId, name).success;
  note({
    kind: isProgram ? 'program' : 'board',
    outcome: 'refused',
    code: 'LOGIN_BAD_CREDENTIALS',
    address,
    machine: isName ? name : '',
    detail: isName ? { [isProgram ? 'program' : 'id_dev']: name } : {},
  });
}
