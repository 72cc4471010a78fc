import { type Claim, claimText, readClaimText } from '@manoboard/contract/device/claim';
import type { AddDevice } from '@manoboard/contract/device/device-access';
import { DeviceId } from '@manoboard/contract/text';

/** The content of a device label: the ID, and the claim code if the label has one. */
export interface DeviceLabel {
  id_dev: string;
  claim: Claim | undefined;
}

function readLabel(text: string): DeviceLabel | undefined {
  const claim = readClaimText(text);
  if (claim) return { id_dev: claim.id_dev, claim };
  const id_dev = DeviceId.safeParse(text.trim().toUpperCase()).data;
  return id_dev === undefined ? undefined : { id_dev, claim: undefined };
}

/** The first device label among the codes of an image. */
export function findLabel(texts: readonly string[]): DeviceLabel | undefined {
  for (const text of texts) {
    const label = readLabel(text);
    if (label) return label;
  }
  return undefined;
}

export type AddValues = { id_dev: string; password: string; alias: string };

const isSameDevice = (typed: string, claim: Claim) => typed.trim().toUpperCase() === claim.id_dev;

/** The scanned claim, while the ID field still names its device. */
export const claimFor = ({ id_dev }: Pick<AddValues, 'id_dev'>, scanned: DeviceLabel | undefined) =>
  scanned?.claim && isSameDevice(id_dev, scanned.claim) ? scanned.claim : undefined;

/** R4.1: the request body, without empty fields. */
export function toAddDevice(values: AddValues, scanned: DeviceLabel | undefined): AddDevice {
  const claim = claimFor(values, scanned);
  const [password, alias] = [values.password.trim(), values.alias.trim()];
  return {
    id_dev: claim ? claimText(claim) : values.id_dev.trim(),
    ...(password !== '' && { password }),
    ...(alias !== '' && { alias }),
  };
}
