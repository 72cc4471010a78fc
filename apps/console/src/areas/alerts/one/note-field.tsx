import type { ComponentProps } from 'react';
import { TextArea } from '../../../ui/field.tsx';

/** A note of several lines. */
export const NoteField = (props: ComponentProps<typeof TextArea>) => <TextArea {...props} data-autofocus />;
