import * as z from 'zod/mini';
import { nameText } from '../text.ts';

/** A device has any number of labels, and is in one group at most. Both belong to the staff: users do not see them. */
export const LabelKind = z.enum(['label', 'group']);
export type LabelKind = z.infer<typeof LabelKind>;

export const Label = z.object({ id: z.int(), kind: LabelKind, name: z.string() });
export type Label = z.infer<typeof Label>;

export const ListedLabel = z.extend(Label, { devices: z.int() });
export type ListedLabel = z.infer<typeof ListedLabel>;

const name = nameText(1, 40);
export const NewLabel = z.strictObject({ kind: LabelKind, name });
export type NewLabel = z.infer<typeof NewLabel>;
export const LabelPatch = z.strictObject({ name });

/** Labels and groups of an installation. */
export const MAX_LABELS = 200;
